/**
 * What people ask software to do, and by which words a tool says that it does it. Each line: words of a request in
 * English | beginnings of Russian words | Chinese | beginnings of a tool's words. Generous on the side of the tools: a
 * tool that is wrongly thought able costs nothing, one that is wrongly thought unable costs an answer.
 */
export const ACTION_WORDS = `
delete remove erase wipe purge drop trash discard | удали удаля сотри стер стёр убери убра снеси снести выкин очист | 删 移除 清空 清除 清掉 抹掉 | delet remov destroy purg drop clear eras trash wip clean discard unset uninstall unlink empty archiv
create add make build compose generate draft record log leave save start | созда добав заведи завести сделай сделать построй сгенерир составь оставь внеси занеси запиши | 创建 建一 建个 里建 添加 加一 加个 加到 新增 建立 写条 写个 写一 写篇 写封 记一 开个 开一 配个 生成 发起 | creat add new insert register generat mak build init compos writ upsert put post provision sav stor draft start open schedul log set draw submit
open | | | open creat new start launch get read view show fetch navigat add list register
update change edit modify rename set adjust fix correct | измени поменя обнови отредакт переимен исправ установи смени выстав | 改成 改为 改名 修改 编辑 重命名 设成 设为 调整 换个名 设置 | creat switch mov updat chang edit modif patch renam set put replac configur adjust transition assign toggl writ upsert manag move merg
move reschedule postpone shift | перенес перемест передвин сдвин перекин | 移动 移到 挪 推迟 改期 转移 延后 | mov reschedul transfer updat edit patch chang transition modif set renam
send email message notify ping forward | отправ пошли напиши скинь сообщи уведом перешли | 发送 发条 发个 发一 发封 转发 群发 | send post messag notif mail publish creat repl deliver submit push writ forward shar tell start broadcast
publish post tweet release | опублик вылож запост | 发布 发表 发帖 发篇 发条 发一篇 公开 | publish post tweet releas shar creat submit upload deploy send live
deploy ship | задепло разверн выкат | 上线 | deploy publish releas promot rollout run creat start trigger ship
restore revert undo recover rollback roll | откат восстанов | 回滚 恢复 还原 撤销 回退 找回 | rollback roll revert restor undo recover reset undelet unarchiv
recall unsend | отзови отозв | 撤回 | recall unsend undo revok delet
revoke | | 吊销 收回 | revok delet remov cancel disabl terminat
cancel abort | отмен | 取消 | cancel abort delet remov stop revok void unsubscrib terminat close withdraw
stop kill terminate halt pause | останов прибей прибить выруб приостанов | 停止 停掉 终止 中止 关停 暂停 | stop kill terminat cancel abort halt shut paus end suspend disabl
close resolve | закрой закры | 关闭 关掉 关了 | clos complet resolv finish end shut stat transition updat edit quit
archive | архивир заархив | 归档 存档 | archiv updat
pin | закреп | 置顶 钉 | pin stick
ban kick block expel boot | забан выгони кикн заблокируй заблочь исключи | 封禁 封号 踢 拉黑 屏蔽 禁言 移出 | ban kick block mut moderat timeout remov suspend restrict
invite | пригла позови | 邀请 拉进 | invit member collaborat participant attendee guest user shar
share grant give | подел расшар | 分享 共享给 共享 | shar permission grant access invit acl role collaborat public vot rat scor
approve reject decline | одобр утверди отклон | 批准 审批 同意 拒绝 驳回 | approv accept reject declin confirm review decid dismiss
merge combine dedupe | слей слить объедин смерж | 合并 | merg combin dedup join consolidat concat
upload import attach | загруз залей залить прикреп догруз импортир | 上传 传到 导入 附上 | upload import attach ingest add put push creat writ insert load index
download export | скача выгруз экспорт | 下载 导出 | download export get fetch sav read retriev content list
schedule | заплан | 定时 | schedul cron timer plan book creat calendar event
book reserve | заброн | 预订 预定 订一 订个 预约 | book reserv order schedul appoint creat
buy purchase | оплат закаж | 购买 下单 支付 付款 付掉 | buy purchas order pay checkout cart charg trad swap bid
refund | | 退款 退掉 | refund revers credit return
give-back | верни вернуть | 退还 归还 | restor refund return revers revert undo
renew extend | продли продля | 续费 续期 续订 延长 | renew extend
transfer withdraw | | 转账 提现 | transfer send withdraw swap pay mov bridg
reply respond answer | ответь ответи | 回复 答复 回一 | repl respond answer comment send post messag ask query
react like upvote | лайкн | 点赞 点个赞 | react lik upvot star vot favorit bookmark emoji
follow subscribe | | 关注 | follow subscrib watch
unfollow unsubscribe unwatch | отпиш | 取关 退订 | unfollow unsubscrib unwatch delet remov leav cancel
vote | проголосу голосуй | 投票给 投一票 | vot poll rat
star favorite favourite bookmark | | 收藏 加星 标星 | star favorit bookmark like
draw design sketch paint | нарису начерти спроектир | 画一 画个 绘制 设计一 | draw design sketch paint creat generat render add insert plot chart diagram writ
compare diff | сравни | 对比 比较一下 | compar diff chang similar match version
split divide | раздели разбей | 拆分 拆成 分成 | split divid part
crop rotate | обрежь поверни | 裁剪 旋转 | crop rotat transform edit resiz
sign | подпиши подписать | 签署 签字 签名 | sign login auth follow subscrib
unlock unblock unban unfreeze | разблокир разбан разморозь | 解锁 解封 解禁 | unlock unblock unban lift restor enabl activat updat
donate sponsor tip | задонат пожертв | 赞助 捐款 打赏 | donat sponsor tip pay
top-up topup recharge | пополни | 充值 | top recharg deposit fund pay credit
transcribe caption subtitle | транскриб расшифруй | 转写 转录 加字幕 加上字幕 | transcri caption subtitl speech text
remind | напомни | 提醒我 提醒一下 | remind notif schedul event task todo alarm
hide | скрой спрячь | 隐藏 | hid visib updat archiv
install | | 安装 | install add deploy enabl creat appl
audit review | отрецензир | 评审 审阅 | review approv comment audit
repair heal | почини | 修复 | repair fix heal restor recover
track | отслеживай засеки | 追踪 跟踪 | track monitor watch log record time follow get
reserve | | 订座 | reserv book appoint
snapshot backup | | 做快照 备份一 | snapshot backup back dump
reindex | переиндекс | 重建索引 重新索引 | reindex
clone copy duplicate fork | скопир склонир продублир форкн | 复制一 克隆 拷贝 | clon cop duplicat fork
translate | | 翻译成 译成 | translat languag
convert | конверт преврати | 转换成 转成 存成 导成 | convert transform format export render synthes transcri speech text extract
run execute launch trigger rerun rebuild kick | запусти запуск прогон перезапусти | 运行 执行 启动 重跑 触发 跑一 | run exec launch trigger start invok creat submit perform play queu
restart reboot | перезапусти перезагруз | 重启 | restart reboot reset reload
ring phone | | 语音通话 | call dial phon voic
enable activate | включи активир | 启用 开启 激活 | enabl activat turn toggl set updat start switch play power unmut manag
disable deactivate mute | выключ отключ | 禁用 停用 关闭 关掉 静音 | disabl deactivat turn toggl set updat stop off mut manag power
encrypt | зашифр | 加密 | encrypt secur
acknowledge confirm | подтверд | 确认一下 确认这 | acknowledg confirm approv accept ack verif
fill | заполни | 填写 | fill form input submit set updat writ enrich
put | поставь поставить | 放到 放进 | put set add creat updat mov react star rat pos install assign insert plac upload upsert writ import chang protect host stor sav
lock freeze | заморозь | 锁定 锁上 冻结 | lock freez block suspend protect
assign | назнач | 分配 指派 | assign updat edit set owner creat add
tag label mark flag | пометь отметь | 标记 打标签 打上 | tag label mark flag updat categor annot set add complet read modif edit report
rate | оцени | 打分 打个分 | rat review feedback scor
play | воспроизвед проигра | 播放第 播放这 播放一 直接播放 播放歌 播放音 播放视 | play queu stream start
print | распечат | 打印出 打印成 打印这 打印一 | print
dial | позвон | 打电话 拨打 | call dial phon voic
drain cordon evict | эвакуир | 驱逐 | drain cordon evict
scale resize | масштабир | 扩容 缩容 | scal resiz replica updat patch
reset | сброс | 重置 | reset
connect integrate | подключ привяж | 绑定 | connect link integrat join associat attach bind add
register enroll | зарегистрируй | | regist enrol creat add sign
comment | прокомм | | comment review repl post writ
submit | подай | 提交 | submit fil appl creat post send push commit upload
`;

/** Things that actions are done to, in the same form. */
export const OBJECT_WORDS = `
message messages dm | сообщени | 消息 | messag chat dm text sms post
channel channels | канал | 频道 | channel conversation room
comment comments | коммент | 评论 | comment
issue issues task tasks ticket tickets todo | задач тикет | 任务 工单 | issue task ticket todo card item stor reminder
page pages document doc docs article | страниц документ стать | 页面 文档 这页 | page doc article block content wiki
table tables sheet | таблиц | 表格 数据表 张表 | table sheet column field
record records row rows | запис строк | 记录 | record row entr
event events meeting appointment | встреч событи созвон | 会议 日程 | event meeting calendar appointment
contact contacts lead | контакт | 联系人 | contact lead person people
file files attachment attachments | файл вложен | 文件 附件 | file attachment document
folder folders directory | папк | 文件夹 目录 | folder director
repo repository | репозитор | 仓库 | repo
branch branches | ветк | 分支 | branch
release releases | релиз | 发行 | releas
webhook webhooks | вебхук | webhook | webhook hook
snapshot snapshots backup | снапшот бэкап | 快照 备份 | snapshot backup
domain domains | домен | 域名 | domain
queue queues | очеред | 队列 | queue
user users member members teammate collaborator | пользовател участник человек сотрудник | 用户 成员 | user member person people account collaborator teammate
invoice invoices bill | счёт счет инвойс | 发票 账单 | invoic bill
subscription subscriptions | подписк | 订阅 | subscription
review reviews | отзыв | 评价 好评 差评 | review rating feedback
status | статус | 状态 | status presence stat
label labels tag tags | тег метк | 标签 | label tag
template templates | шаблон | 模板 | template
index indices | индекс | 索引 | index indic
permission permissions access | доступ права правам разрешени | 权限 访问 | permission access role shar acl
project projects | проект | 项目 | project
board boards | доск | 看板 | board
card cards | карточк | 卡片 | card
email emails mail | письм почт | 邮件 | mail messag
note notes | заметк | 笔记 | note comment entr activit engagement timeline
segment segments audience | сегмент | 分群 人群 | segment audience
workspace workspaces | пространств | 工作区 空间 | workspace space team
dashboard dashboards | дашборд | 仪表 看板 | dashboard
alert alerts | алерт оповещ | 告警 警报 | alert notif alarm monitor
pipeline pipelines job jobs build builds | пайплайн сборк | 流水线 构建 | pipeline job build workflow run deploy
vector vectors | вектор | 向量 | vector embedding record
site sites website | сайт | 站点 网站 | site web
campaign campaigns | кампани | 活动 | campaign
instance server vm container | сервер контейнер | 服务器 容器 实例 | instance server vm machine container droplet node compute
database databases | баз | 数据库 | databas db
playlist playlists | плейлист | 歌单 播放列表 | playlist
video videos | видео ролик | 视频 | video
photo photos image images picture | фото картин изображ | 图片 照片 图 | photo imag pictur media
deal deals | сделк | 商机 交易 | deal opportunit
order orders | заказ | 订单 | order
product products | товар | 商品 产品 | product item
password key secret token | парол ключ секрет токен | 密码 密钥 令牌 | password key secret token credential
certificate ssl tls | сертификат ssl | 证书 ssl | cert ssl tls
list lists | списк | 列表 清单 | list
location position | геопозиц местополож | 位置 | location position geo
form forms survey | форм опрос | 表单 问卷 | form survey
room meeting call huddle | комнат | 会议室 房间 | room meeting call conferenc huddle
goal goals portfolio okr okrs | цель цели целей портфел | 目标 | goal portfolio objectiv okr target
view views | представлени | 视图 | view
automation automations rule rules | автоматизац правил | 自动化 规则 | automat rule workflow trigger
poll polls | голосован опросник | 投票 | poll vot survey
reminder reminders | напоминани | 提醒 | remind notif alarm event messag
plugin plugins extension addon add-on integration integrations | плагин расширени интеграци | 插件 扩展程序 集成 | plugin extension add integration app power
variable variables env | переменн | 变量 | variabl env environ secret config setting context
theme | | 主题 深色模式 | theme appearanc mode
sticker stickers emoji | стикер эмодзи смайл | 贴纸 表情 | emoji sticker cover
milestone milestones | | 里程碑 | milestone
discussion discussions | обсужден | 讨论区 | discussion thread
prototype prototypes frame frames | фрейм прототип | 原型 画框 | frame prototyp node layer
balance credits | баланс | 余额 | balanc credit fund
subtitles captions | субтитр | 字幕 | subtitl caption transcript
notification notifications | уведомлени | 通知 | notif alert webhook subscri messag
`;

/**
 * What questions are about that few services tell, in the same form: who has seen a message, how often a page was opened.
 * Counts wherever in the request it stands.
 */
export const FACT_WORDS = `
viewed | просматривал посещал | 浏览量 浏览次数 打开过 打开率 | view visit open analytic stat metric traffic insight
online | онлайн | 在线 上线了 | presenc onlin status activ realtime real-time live host scan alive
unread | непрочит прочитал прочёл | 未读 已读 | unread seen receipt mark
starred stargazers | | 星标数 | star
`;
