import type { ToolEntry, ToolTags } from '../../src/tools/index.ts';

const VERBS =
  'create list delete update search export merge send archive approve reject schedule cancel import validate rename share restore publish duplicate'.split(
    ' ',
  );
const OBJECTS =
  'invoice contract ticket customer order payment refund shipment employee candidate meeting document folder report dashboard campaign newsletter product warehouse supplier budget expense timesheet project milestone comment branch release server certificate backup database table query notebook recipe flight hotel booking patient prescription sensor alarm playlist photo course exam vehicle route parcel survey coupon'.split(
    ' ',
  );
const DETAILS =
  'overdue draft recurring urgent internal public archived monthly yearly pending signed shared duplicate scanned encrypted regional translated nightly manual automatic'.split(
    ' ',
  );
const PLACES = 'workspace account team region branch office shop fleet clinic library'.split(' ');
const CHINESE = ['创建发票', '查询订单', '删除客户', '发送报告', '安排会议'];
const RUSSIAN = ['создать счёт', 'найти заказ', 'удалить клиента', 'отправить отчёт', 'назначить встречу'];

/** The same numbers for the same seed (Mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Tools of many tenants, made of ordinary words: no two alike, many near to each other. */
export function* syntheticTools(count: number, seed = 11, tenants = 20): Generator<ToolEntry> {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  for (let i = 0; i < count; i++) {
    const [verb, object, detail, place] = [pick(VERBS), pick(OBJECTS), pick(DETAILS), pick(PLACES)];
    const foreign = i % 10 === 0 ? ` ${pick(CHINESE)}` : i % 10 === 1 ? ` ${pick(RUSSIAN)}` : '';
    const tags: ToolTags = {
      tenant: i % 50 === 0 ? ['*'] : [`t${i % tenants}`],
      role: i % 3 === 0 ? ['agent', 'admin'] : ['agent'],
      ...(i % 7 === 0 ? { region: ['eu'] } : {}),
    };
    yield {
      id: `syn:${seed}:${i}`,
      source: { kind: 'mcp', name: `${object}-service-${i % 40}` },
      definition: {
        name: `${verb}_${detail}_${object}_${i}`,
        description: `${verb}s a ${detail} ${object} of the ${place}; the ${pick(OBJECTS)} it belongs to stays as it is.${foreign}`,
        inputSchema: {
          type: 'object',
          properties: {
            [`${object}_id`]: { type: 'string', description: `Which ${object} of the ${pick(PLACES)}` },
            [pick(DETAILS)]: { type: 'boolean' },
          },
        },
      },
      tags,
    };
  }
}

/** Requests that such tools serve, in words and in names. */
export function syntheticRequests(count: number, seed = 13): readonly string[] {
  const next = random(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  return Array.from({ length: count }, (_, i) => {
    if (i % 10 === 0) return pick(CHINESE);
    if (i % 10 === 1) return pick(RUSSIAN);
    return `${pick(VERBS)} the ${pick(DETAILS)} ${pick(OBJECTS)} of our ${pick(PLACES)}`;
  });
}
