import { name, sized, unsigned, vector } from './encoding.ts';
import { type Effect, type I32, i32, type Value, type ValueType } from './instructions.ts';

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const VOID = 0x40;
const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const ELSE = 0x05;
const END = 0x0b;
const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
const CALL = 0x10;
const DROP = 0x1a;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;

/** A local variable or a parameter. As a value it reads the variable. */
export interface Local<T extends ValueType> extends Value<T> {
  readonly index: number;
}

/** A function of the module, for calls from functions that are defined later. */
export interface FunctionRef<P extends readonly ValueType[]> {
  readonly index: number;
  readonly parameters: P;
}

/** A function that gives a number back. */
export interface NumberFunctionRef<P extends readonly ValueType[]> extends FunctionRef<P> {
  readonly result: 'i32';
}

/** The call of a function as a value. */
export function callNumber<P extends readonly ValueType[]>(
  callee: NumberFunctionRef<P>,
  ...values: ValuesOf<P>
): Value<'i32'> {
  return { type: 'i32', code: [...values.flatMap((value) => value.code), CALL, ...unsigned(callee.index)] };
}

type LocalsOf<P extends readonly ValueType[]> = { [K in keyof P]: Local<P[K]> };
type ValuesOf<P extends readonly ValueType[]> = { [K in keyof P]: Value<P[K]> };

/**
 * Writes the body of one function, statement after statement. TypeScript loops around it unroll code; its own
 * `repeat…` methods make loops that run in WebAssembly.
 */
export class BodyBuilder {
  readonly #locals: ValueType[] = [];
  readonly #code: number[] = [];
  #nextIndex: number;
  /** How many loops, blocks and conditions are open where code is written: branches count outwards from there. */
  #depth = 0;

  constructor(parameterCount: number) {
    this.#nextIndex = parameterCount;
  }

  /** A new local variable; zero until set. */
  local<T extends ValueType>(type: T): Local<T> {
    this.#locals.push(type);
    return makeLocal(type, this.#nextIndex++);
  }

  /** A new local variable that starts with `value`. */
  let<T extends ValueType>(value: Value<T>): Local<T> {
    const local = this.local(value.type);
    this.set(local, value);
    return local;
  }

  set<T extends ValueType>(local: Local<T>, value: Value<T>): void {
    this.#code.push(...value.code, LOCAL_SET, ...unsigned(local.index));
  }

  /** Adds `step` to a counter or an address. */
  advance(local: Local<'i32'>, step: number | I32): void {
    this.set(local, i32.add(local, typeof step === 'number' ? i32.const(step) : step));
  }

  run(effect: Effect): void {
    this.#code.push(...effect.code);
  }

  /** Computes a value for nothing: a load still brings its cache line. */
  drop(value: Value<ValueType>): void {
    this.#code.push(...value.code, DROP);
  }

  call<P extends readonly ValueType[]>(callee: FunctionRef<P>, ...values: ValuesOf<P>): void {
    for (const value of values) this.#code.push(...value.code);
    this.#code.push(CALL, ...unsigned(callee.index));
  }

  /** Runs `body` once and again as long as `condition` is not 0. */
  repeatWhile(body: () => void, condition: () => I32): void {
    this.#open(LOOP, body, () => this.#code.push(...condition().code, BRANCH_IF, 0));
  }

  /** Runs `body` as long as `condition` is not 0; not at all where it is 0 at the start. */
  whileTrue(condition: () => I32, body: () => void): void {
    this.when(condition(), () => this.repeatWhile(body, condition));
  }

  /** Runs `body` once. `leave` goes to its end at once, or where its condition is not 0. */
  block(body: (leave: (condition?: I32) => void) => void): void {
    const depth = this.#depth;
    const leave = (condition?: I32): void => {
      this.#code.push(...(condition?.code ?? []), condition === undefined ? BRANCH : BRANCH_IF);
      this.#code.push(...unsigned(this.#depth - depth - 1));
    };
    this.#open(BLOCK, () => body(leave));
  }

  /** Runs `body` for `local` = its present value, + step … below `end`; not at all where it starts there. */
  repeatUntil(local: Local<'i32'>, end: I32, step: number | I32, body: () => void): void {
    this.when(i32.ltU(local, end), () => {
      this.repeatWhile(
        () => {
          body();
          this.advance(local, step);
        },
        () => i32.ltU(local, end),
      );
    });
  }

  /** Runs `body` where `condition` is not 0, else `otherwise`. */
  when(condition: I32, body: () => void, otherwise?: () => void): void {
    this.#code.push(...condition.code);
    this.#open(IF, body, () => {
      if (otherwise === undefined) return;
      this.#code.push(ELSE);
      otherwise();
    });
  }

  /** The entry of the code section; `result` is left on the stack. */
  bytes(result?: Value<'i32'>): number[] {
    const locals = this.#locals.map((type) => [1, TYPE_CODES[type]]);
    return sized([...vector(locals), ...this.#code, ...(result?.code ?? []), END]);
  }

  #open(instruction: number, body: () => void, beforeEnd?: () => void): void {
    this.#code.push(instruction, VOID);
    this.#depth++;
    body();
    beforeEnd?.();
    this.#depth--;
    this.#code.push(END);
  }
}

/** Assembles a module of functions over one imported memory, `env.memory`. */
export class ModuleBuilder {
  readonly #types: number[][] = [];
  readonly #functions: { readonly name: string; readonly type: number; readonly body: number[] }[] = [];

  /** Defines a function and exports it under `functionName`. */
  define<const P extends readonly ValueType[]>(
    functionName: string,
    parameters: P,
    write: (body: BodyBuilder, ...locals: LocalsOf<P>) => void,
  ): FunctionRef<P> {
    return this.#define(functionName, parameters, (body, ...locals) => {
      write(body, ...locals);
      return undefined;
    });
  }

  /** Defines a function that gives back the 32-bit number that `write` returns. */
  defineNumber<const P extends readonly ValueType[]>(
    functionName: string,
    parameters: P,
    write: (body: BodyBuilder, ...locals: LocalsOf<P>) => Value<'i32'>,
  ): NumberFunctionRef<P> {
    return { ...this.#define(functionName, parameters, write), result: 'i32' };
  }

  #define<P extends readonly ValueType[]>(
    functionName: string,
    parameters: P,
    write: (body: BodyBuilder, ...locals: LocalsOf<P>) => Value<'i32'> | undefined,
  ): FunctionRef<P> {
    const body = new BodyBuilder(parameters.length);
    const result = write(body, ...(parameters.map(makeLocal) as LocalsOf<P>));
    const index = this.#functions.length;
    const type = this.#typeIndex(parameters, result === undefined ? [] : ['i32']);
    this.#functions.push({ name: functionName, type, body: body.bytes(result) });
    return { index, parameters };
  }

  /** The binary module. It takes a memory of any size. */
  bytes(): Uint8Array<ArrayBuffer> {
    const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];
    return Uint8Array.from([
      ...[0x00, 0x61, 0x73, 0x6d], // "\0asm"
      ...[1, 0, 0, 0], // version
      ...section(1, vector(this.#types)),
      ...section(2, vector([[...name('env'), ...name('memory'), 0x02, 0x00, 0x00]])),
      ...section(3, vector(this.#functions.map(({ type }) => unsigned(type)))),
      ...section(7, vector(this.#functions.map((one, index) => [...name(one.name), 0x00, ...unsigned(index)]))),
      ...section(10, vector(this.#functions.map(({ body }) => body))),
    ]);
  }

  #typeIndex(parameters: readonly ValueType[], results: readonly ValueType[]): number {
    const codes = (types: readonly ValueType[]): number[] => vector(types.map((one) => [TYPE_CODES[one]]));
    const type = [0x60, ...codes(parameters), ...codes(results)];
    const known = this.#types.findIndex((one) => one.join() === type.join());
    if (known >= 0) return known;
    return this.#types.push(type) - 1;
  }
}

function makeLocal<T extends ValueType>(type: T, index: number): Local<T> {
  return { type, index, code: [LOCAL_GET, ...unsigned(index)] };
}
