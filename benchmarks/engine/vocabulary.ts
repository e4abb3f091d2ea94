/** The words that tools of the synthetic catalog are made of beside plain English. */
/** What tools do. */
export const VERBS: readonly string[] = words(`
get list create update delete search send fetch add remove set find query run execute upload download export import
sync start stop cancel approve reject assign schedule publish archive restore merge split convert validate verify
generate render summarize translate analyze classify extract transform subscribe unsubscribe enable disable grant
revoke invite share lock unlock deploy rollback scale monitor trace audit tag label move copy rename link attach
detach refund charge quote book reserve pay transfer reconcile forecast compare rank score estimate resolve escalate
close reopen comment reply forward mark filter count aggregate batch retry replay ping check describe inspect
preview register bind map route encrypt decrypt sign rotate
`);

/** What they do it to. */
export const NOUNS: readonly string[] = words(`
user account file document invoice payment order customer product ticket issue repository branch commit message
channel email calendar event meeting contact lead deal campaign report dashboard metric alert log trace incident
server instance cluster container image volume network subnet firewall policy role permission secret key token
session webhook endpoint api schema table row column record database query index collection bucket object folder
workspace project task board sprint milestone release build pipeline job workflow trigger action rule template form
survey response comment review rating tag label category attribute field property device sensor location address
route shipment package carrier warehouse inventory stock price discount coupon subscription plan license contract
signature employee candidate payroll timesheet expense budget ledger transaction transfer balance statement tax
receipt refund dispute claim policyholder patient appointment prescription diagnosis lab result course lesson
student grade assignment video audio transcript caption playlist track photo album map region zone weather forecast
flight hotel booking reservation passenger vehicle driver trip fare station schedule domain certificate zone record
deployment environment variable feature flag experiment segment audience profile notification subscription topic
feed article post page site asset version snapshot backup model dataset embedding prompt completion agent tool
memory vector note checklist reminder
`);

/** What descriptions of parameters speak of. */
export const TECHNICAL: readonly string[] = words(`
json xml csv pdf html text id name type status date time start end limit offset page size count sort order filter
format language currency amount total number value default optional required string integer boolean array list set
new existing current specific given multiple single all available active pending failed successful returns return
using based including detail details information data content metadata parameters input output result results error
errors support supports allows provides service system platform application client request requests access specified
matching related associated
`);

/** Function words, most frequent first. */
export const FUNCTION_WORDS: readonly string[] = words(`
the a of to in for and with by on from or is an be as this that at it are its your you can will if when into has
which not all any each one more than such other between within over per
`);

function words(text: string): string[] {
  return [...new Set(text.trim().split(/\s+/))];
}
