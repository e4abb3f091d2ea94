import { type Cut, type Language, MASK } from './language.ts';

/** Verbs of doing, in both ways of writing them. */
const VERBS = `
安排 安装 安裝 保存 备份 備份 比较 比較 编辑 編輯 编写 編寫 标记 標記 播放 部署 测试 測試 查看 查找 查询 查詢 查一下 撤销 撤銷 重命名 重启 重啟 抽取 处理 處理 创建 創建 创作 存储 存儲 打开 打開
打印 导出 導出 导入 導入 登录 登錄 登记 登記 订阅 訂閱 订购 訂購 订一 訂一 订个 订张 订好 定位 读取 讀取 对比 對比 翻译 翻譯 发布 發布 发送 發送 发给 發給 发到 發到 发邮件 發郵件 发一 發一 发消息
发短信 返回 分析 分享 分配 复制 複製 改成 改为 更改 更换 更新 关闭 關閉 规划 規劃 合并 合併 恢复 恢復 绘制 繪製 画出 画一 回复 回復 汇总 彙總 获取 獲取 获得 激活 集成 计算 計算 记录 記錄 加入 检查
檢查 检索 檢索 检测 检验 建立 把 解释 解釋 解析 介绍 介紹 开启 開啟 拷贝 列出 录入 买一 買一 命名 拍摄 配置 评估 启动 啟動 启用 啟用 清除 清空 清理 取消 确认 確認 认证 筛选 篩選 删除 刪除 删掉
刪掉 上传 上傳 设定 設定 设置 設置 设计 生成 识别 識別 收集 授权 输出 輸出 搜索 搜尋 搜一下 锁定 提供 提交 提取 提醒 添加 填写 调整 調整 调用 跳转 停止 通知 同步 统计 統計 推荐 推薦 推送 退订 下单
下單 下载 下載 显示 顯示 写入 写一 写出 修复 修復 修改 卸载 选择 選擇 询问 验证 驗證 邀请 邀請 移除 移动 移動 优化 预测 预订 預訂 预定 预约 預約 阅读 运行 運行 增加 展示 找到 找出 找一 找个 找几
整理 执行 執行 制作 製作 制定 支付 指定 指派 终止 注册 註冊 转成 转换 轉換 转发 轉發 转为 转账 总结 總結 追加 追踪 做一 做个 看看 看一下 算一下 算出 问一下 说明 评价 确定 打电话 叫车 叫一 点一 付款
结账 签到 打卡
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length)
  .join('|');

const BEFORE_VERB =
  '(?:请你?|請你?|麻烦你?|帮我|幫我|给我|为我|替我|帮忙|再|也|还|還|并|立即|马上|自动|顺便|最后|一起|用它|用他){0,4}';
/** The answer to what was asked for, or a frame around an order: another thing only after a word like 然后. */
const ANSWERING = '告诉|告訴|告知|给出|給出|给我|給我|帮我|幫我|请|請|将|將';
const BEGINS = `${BEFORE_VERB}(?:${VERBS})`;

/** What may stand for "and then". 合并, 并发, 不再, 再见 and their like hold the same characters. */
const STRONG =
  '(?:然后|然後|接着|接著|随后|隨後|之后|之後|最后|最後|另外|此外|同时|同時|顺便|順便|接下来|完成后|以及(?=帮)|还要|并且|並且)[，,]?';
const WEAK = `(?<![合归吞兼一相不])(?:并|並)|(?<![不一先别])再`;

const VERB = new RegExp(VERBS, 'u');
/** Bounded where signs may repeat, so that no run of them is read more than a few times. */
const CUT = new RegExp(
  `(?:[，,、]\\s{0,4})?(?:${STRONG}\\s{0,4}(?=${BEGINS}|${ANSWERING})|(?:${WEAK})\\s{0,4}(?=${BEGINS}))|[，,]\\s{0,4}(?=${BEGINS})`,
  'gu',
);
/** Something is done in this clause. A single character is a verb only where one begins. */
const DOES = new RegExp(`${VERBS}|(?:^|[，,我请請想要再并並])[查找发订买删看写改画算读]`, 'u');
const ASKS = /[?？]\s*$|吗|嗎|呢\s*$|什么|什麼|怎么|怎麼|怎样|如何|多少|哪|几点|是否|谁|誰|为什么/u;
const ORDERS = new RegExp(
  `[请請帮幫]|麻烦|麻煩|(?:^|[，,])\\s{0,4}${BEFORE_VERB}(?:${VERBS}|[查找发订买删写画算读])`,
  'u',
);
const WISHES = /想|需要|希望|我要|打算/u;
const OPENS = /^(?:另外|此外|然后|接着|同时|还有|最后|其次)/u;
/** What follows is to be remembered or written, not done. 告诉我 asks. */
const MESSAGE = /提醒|内容[是为：]|標題|标题[是为]|写着|(?:告诉|通知|转告)(?!我)[^，,]{1,12}(?:要|说|，)|[说說][：:]/u;

/** Chinese: 然后, 接着, 并, 再, 同时 or a comma before a verb of doing. */
export const chinese: Language = {
  knows: (sentence) => /\p{Script=Han}/u.test(sentence) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence),
  asks: (sentence) => {
    if (ASKS.test(sentence) || ORDERS.test(sentence) || OPENS.test(sentence)) return 'outright';
    return WISHES.test(sentence) ? 'wish' : 'no';
  },
  cuts: (sentence) => {
    const cuts: Cut[] = [];
    let read = 0;
    let asked = false;
    for (const { 0: joiner, index } of sentence.matchAll(CUT)) {
      const clause = sentence.slice(read, index);
      const start = index + joiner.length;
      read = start;
      if (MESSAGE.test(clause)) break;
      if (CONDITION.test(clause)) continue;
      asked ||= DOES.test(clause) || ASKS.test(clause);
      if (asked && clause.trim() !== '') cuts.push({ end: index, start });
    }
    return cuts;
  },
  joiners:
    /^(?:(?:然后|然後|接着|接著|随后|隨後|之后|之後|最后|最後|另外|此外|同时|同時|顺便|順便|接下来|还有|并且?|並且?|再|首先|其次|第[一二三四五][，,、])[，,\s]*)+/u,
  pronouns: /[它其]|他们|她们|这[个些份张篇]?|这|那[个些份张篇]|结果|結果|该/u,
  objectOf: (part) => {
    const verb = VERB.exec(part);
    return verb === null ? undefined : part.slice(verb.index + verb[0].length).trim();
  },
};

/** A clause that says when, why or where; what is asked for comes after it. */
const CONDITION = new RegExp(
  `^[\\s${MASK}]*(?:如果|要是|若|当|當|每当|因为|由于|为了|根据|基于|对于|关于|考虑到|既然)[^，,]*$`,
  'u',
);
