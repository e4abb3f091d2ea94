/**
 * What the child gets as an argument: reads one line `{nonce, innerWall, bytes}` from standard input, then that many bytes
 * of program, and starts it. So the program needs no right to read a file.
 */
export const BOOTSTRAP: string = `
let held = Buffer.alloc(0);
let head;
const { Script, constants } = require('node:vm');
const take = (chunk) => {
  held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
  if (head === undefined) {
    const end = held.indexOf(10);
    if (end === -1) return;
    head = JSON.parse(held.toString('utf8', 0, end));
    held = held.subarray(end + 1);
  }
  if (held.length < head.bytes) return;
  process.stdin.off('data', take);
  const script = new Script('(function (exports, require) {' + held.toString('utf8', 0, head.bytes) + '\\n})', {
    filename: 'sandbox-child.js',
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const program = {};
  script.runInThisContext()(program, require);
  const rest = Buffer.from(held.subarray(head.bytes));
  held = undefined;
  program.start({ nonce: head.nonce, innerWall: head.innerWall, rest });
};
process.stdin.on('data', take);
`.trim();
