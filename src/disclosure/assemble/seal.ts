/** Roots that were walked through once and can never change again. */
const sealed = new WeakSet<object>();

/** A definition holds some hundred values. What holds more may go in circles, and is walked with a list of places seen. */
const MANY = 100_000;
const DEEP = 500;

/**
 * Freezes a value all the way down, whether or not parts of it are frozen already, and remembers that it did: asking
 * again is a look-up. From then on the same object is the same content, and a change in place throws.
 *
 * False where something in it can change all the same: accessors, `toJSON`, and objects that are neither plain nor
 * arrays. Those are left as they are, since freezing somebody's class instance would break it.
 */
export function seal(value: object): boolean {
  if (sealed.has(value)) return true;
  const walk: Walk = { isConstant: true, left: MANY };
  if (!freezeInside(value, walk, DEEP)) walk.isConstant = freezeCircular(value);
  if (walk.isConstant) sealed.add(value);
  return walk.isConstant;
}

interface Walk {
  isConstant: boolean;
  /** Objects that may still be looked at. */
  left: number;
}

/** The fast way, without a list of places seen. False: given up, because this may never end. */
function freezeInside(value: object, walk: Walk, depth: number): boolean {
  if (depth === 0 || walk.left-- === 0) return false;
  if (!isPlain(value)) {
    walk.isConstant = false;
    return true;
  }
  Object.freeze(value);
  for (const key of Object.keys(value)) {
    const inner = constantValue(value, key);
    if (inner === undefined) walk.isConstant = false;
    else if (inner.value !== undefined && !freezeInside(inner.value, walk, depth - 1)) return false;
  }
  return true;
}

function freezeCircular(root: object): boolean {
  const open = [root];
  const seen = new Set<object>(open);
  let isConstant = true;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isPlain(next)) {
      isConstant = false;
      continue;
    }
    Object.freeze(next);
    for (const key of Object.keys(next)) {
      const inner = constantValue(next, key);
      if (inner === undefined) isConstant = false;
      else if (inner.value !== undefined && !seen.has(inner.value)) {
        seen.add(inner.value);
        open.push(inner.value);
      }
    }
  }
  return isConstant;
}

/** The object behind a key, if there is one; undefined where an accessor or `toJSON` decides what is read there. */
function constantValue(owner: object, key: string): { readonly value: object | undefined } | undefined {
  const property = Object.getOwnPropertyDescriptor(owner, key);
  const value: unknown = property?.value;
  if (property?.get !== undefined || (key === 'toJSON' && typeof value === 'function')) return undefined;
  return typeof value === 'object' && value !== null ? { value } : NO_OBJECT;
}

const NO_OBJECT = { value: undefined };

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || isForeignRoot(prototype as object);
}

/** `Object.prototype` of another realm: definitions may come out of one. */
function isForeignRoot(prototype: object): boolean {
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'hasOwnProperty');
}
