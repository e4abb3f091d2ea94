import type { ActivationReason, Assembly, CostReport } from '../disclosure/index.ts';
import { count, pad, plural, wrap } from './layout.ts';

/** The arithmetic of the activation as a table of figures, each with what it is made of. */
export function activationLines(assembly: Assembly, columns: number): string[] {
  const { activation } = assembly;
  const { weighed, cost, settings } = activation;
  const pct = (part: number, whole: number) => (whole === 0 ? '0 %' : `${round((100 * part) / whole)} %`);
  const rows: Row[] = [
    ['tools', weighed.tools, '', `${count(weighed.deferrable)} can be hidden`],
    ['all definitions', weighed.allTokens, 'tokens', ''],
    ['can be hidden', weighed.deferrableTokens, 'tokens', `${round(activation.sharePct)} % of the window`],
    ['context window', activation.window, 'tokens', activation.windowKnown ? '' : 'not known; assumed'],
    ['limit', Math.ceil(activation.limitTokens), 'tokens', limitText(assembly)],
    GAP,
    ['a request without', cost.directTokens, 'tokens', 'every tool in it'],
    ['a request with', cost.bridgedTokens, 'tokens', partsText(assembly)],
    ['saved', cost.savedTokens, 'tokens', `a request, ${pct(cost.savedTokens, cost.directTokens)}`],
    ['one search', cost.lookupTokens, 'tokens', `once; ${count(cost.lookupTokensCached)} with a prompt cache`],
    ['pays after', cost.breakEvenTurns, cost.breakEvenTurns === null ? '' : 'requests', cachedText(cost)],
  ];
  const measured = !activation.active && settings.enabled === 'auto';
  const verdict = activation.active
    ? `Tools are deferred (mode ${assembly.mode}): ${REASONS[activation.reason]}.`
    : measured
      ? `A library that measures ("auto") shows every tool: ${REASONS[activation.reason]}.`
      : `Every tool is shown: ${REASONS[activation.reason]}.`;
  const counted = weighed.exact
    ? `Counted with ${weighed.encoding}.`
    : 'Estimated; install gpt-tokenizer for exact figures.';
  return [
    ...wrap(verdict, columns),
    '',
    ...table(rows, columns),
    '',
    ...wrap(`${counted} ${gatewayText(settings.enabled)}`, columns),
  ];
}

/** An empty label makes an empty line; a figure of null is never reached. */
type Row = readonly [label: string, figure: number | null, unit: string, remark: string];
const GAP: Row = ['', 0, '', ''];

function table(rows: readonly Row[], columns: number): string[] {
  const figures = rows.map(([, figure]) => (figure === null ? 'never' : count(figure)));
  const width = Math.max(...figures.map((figure) => figure.length));
  return rows.flatMap(([label, , unit, remark], index) => {
    if (label === '') return [''];
    const head = `  ${pad(label, 18)}  ${figures[index]!.padStart(width)} ${pad(unit, 8)}`;
    const [first = '', ...more] = wrap(remark, columns - head.length - 2);
    return [`${head}  ${first}`, ...more.map((line) => `${' '.repeat(head.length + 2)}${line}`)].map((line) =>
      line.trimEnd(),
    );
  });
}

const REASONS: Readonly<Record<ActivationReason, string>> = {
  'switched-off': 'this is switched off',
  'nothing-deferrable': 'there is none that can be hidden',
  'all-needed': 'this run needs all of them',
  'switched-on': 'this is switched on',
  'few-tools': 'under ten tools, hiding does not pay',
  'small-definitions': 'all definitions together fit in 100 tokens',
  'over-limit': 'their definitions reach the limit',
  held: 'their definitions are near the limit, and the tools have not changed',
  'under-limit': 'their definitions stay under the limit',
};

function partsText({ activation: { weighed } }: Assembly): string {
  const visible =
    weighed.visible === 0 ? '' : `${plural(weighed.visible, 'visible tool')} ${count(weighed.visibleTokens)}, `;
  return `${visible}bridge ${count(weighed.bridgeTokens)}, prompt ${count(weighed.promptTokens)}`;
}

/** Of the share of the window and the ceiling, the smaller one decides. */
function limitText({ activation: { limitedBy, settings } }: Assembly): string {
  if (settings.enabled !== 'auto') return `would hold with "auto" only`;
  if (limitedBy === 'tokens') return `the ceiling; ${settings.thresholdPct} % of the window is more`;
  const share = `${settings.thresholdPct} % of the window`;
  return settings.thresholdTokens === null ? share : `${share}; ceiling ${count(settings.thresholdTokens)}`;
}

function cachedText({ breakEvenTurnsCached: turns }: CostReport): string {
  return turns === null ? '' : `${count(turns)} where both prefixes are cached`;
}

function gatewayText(enabled: string): string {
  return enabled === 'off'
    ? 'The gateway lists the tools themselves.'
    : 'The gateway cannot know the window: it always shows the bridge, unless it is switched "off".';
}

function round(value: number): string {
  return value >= 100 || value <= -100 ? count(Math.round(value)) : String(Math.round(value * 10) / 10);
}
