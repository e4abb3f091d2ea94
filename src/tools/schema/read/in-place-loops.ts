import { isObject, type JsonObject } from '../../../shared/json.ts';
import { isSchemaNode, listAt, type SchemaNode } from '../objects.ts';
import { referenceOf } from '../pointer.ts';

/** Tells which schemas lead back to themselves while still looking at the same value: those can never be decided. */
export interface InPlaceLoops {
  /** Are both on one circle? */
  share(node: JsonObject, target: JsonObject): boolean;
}

type Resolve = (reference: string) => SchemaNode | undefined;

/**
 * Groups schemas into strongly connected components of the graph "looks at the same value" (Tarjan 1972), as far as
 * they are asked for. Each schema is visited once, however many references there are, and without recursion, because a
 * hostile document can chain thousands.
 */
export function createInPlaceLoops(resolve: Resolve): InPlaceLoops {
  const components = new Map<JsonObject, number>();
  const order = new Map<JsonObject, number>();
  const low = new Map<JsonObject, number>();
  let count = 0;

  function visit(start: JsonObject): void {
    const pending: JsonObject[] = [];
    const frames: { readonly node: JsonObject; readonly next: Iterator<JsonObject> }[] = [];
    const enter = (node: JsonObject): void => {
      order.set(node, order.size);
      low.set(node, order.get(node)!);
      pending.push(node);
      frames.push({ node, next: successors(node, resolve)[Symbol.iterator]() });
    };
    enter(start);
    while (frames.length > 0) {
      const { node, next } = frames.at(-1)!;
      const step = next.next();
      if (step.done !== true) {
        if (!order.has(step.value)) enter(step.value);
        else if (!components.has(step.value)) lower(node, order.get(step.value)!);
        continue;
      }
      frames.pop();
      const above = frames.at(-1);
      if (above !== undefined) lower(above.node, low.get(node)!);
      if (low.get(node) !== order.get(node)) continue;
      count++;
      for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
        components.set(member, count);
        if (member === node) break;
      }
    }
  }

  function lower(node: JsonObject, value: number): void {
    low.set(node, Math.min(low.get(node)!, value));
  }

  return {
    share(node, target) {
      if (node === target) return true;
      if (!order.has(node)) visit(node);
      return components.get(node) === components.get(target);
    },
  };
}

/** Subschemas and targets that look at the same value as the node. */
function successors(node: JsonObject, resolve: Resolve): JsonObject[] {
  const found: unknown[] = [node.not, node.if, node.then, node.else];
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) found.push(...listAt(node, keyword));
  const reference = referenceOf(node);
  if (reference !== undefined) found.push(resolve(reference));
  return found.filter((one): one is JsonObject => isSchemaNode(one) && isObject(one));
}
