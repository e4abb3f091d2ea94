import { name, sized, unsigned, vector } from './encoding.ts';
import { type Effect, type I32, i32, type Value, type ValueType } from './instructions.ts';

const TYPE_CODES: Readonly<Record<ValueType, number>> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const VOID = 0x40;
const LOOP = 0x03;
const IF = 0x04;
const END = 0x0b;
const BRANCH_IF = 0x0d;
const CALL = 0x10;
const DROP = 0x1a;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;

/** A local variable or a parameter. As a value it reads the variable. */
export interface Local<T extends ValueType> extends Value<T> {
  readonly index: number;
}

/** A function of the module, for calls from functions that are defined later. It gives nothing back. */
export interface FunctionRef<P extends readonly ValueType[]> {
  readonly index: number;
  readonly parameters: P;
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
    this.#code.push(LOOP, VOID);
    body();
    this.#code.push(...condition().code, BRANCH_IF, 0, END);
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

  when(condition: I32, body: () => void): void {
    this.#code.push(...condition.code, IF, VOID);
    body();
    this.#code.push(END);
  }

  /** The entry of the code section. */
  bytes(): number[] {
    const locals = this.#locals.map((type) => [1, TYPE_CODES[type]]);
    return sized([...vector(locals), ...this.#code, END]);
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
    const body = new BodyBuilder(parameters.length);
    write(body, ...(parameters.map(makeLocal) as LocalsOf<P>));
    const index = this.#functions.length;
    this.#functions.push({ name: functionName, type: this.#typeIndex(parameters), body: body.bytes() });
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

  #typeIndex(parameters: readonly ValueType[]): number {
    const type = [0x60, ...vector(parameters.map((one) => [TYPE_CODES[one]])), 0];
    const known = this.#types.findIndex((one) => one.join() === type.join());
    if (known >= 0) return known;
    return this.#types.push(type) - 1;
  }
}

function makeLocal<T extends ValueType>(type: T, index: number): Local<T> {
  return { type, index, code: [LOCAL_GET, ...unsigned(index)] };
}
