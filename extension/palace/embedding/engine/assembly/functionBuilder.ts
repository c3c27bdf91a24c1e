import { i32 } from './instructions.ts';
import { unsignedLeb, type Code, type Expression, type I32, type ValueType } from './expression.ts';

/** A variable of a function. */
export interface Variable<Type extends ValueType> extends Expression<Type> {
  readonly index: number;
}
export type Address = Variable<'i32'>;

const typeByte = { i32: 0x7f, f32: 0x7d, v128: 0x7b } as const satisfies Record<ValueType, number>;
const [voidBlock, end] = [0x40, 0x0b];

/** Writes the body of one function: its parameters are i32s, and it returns nothing. */
export class FunctionBuilder {
  readonly #types: ValueType[] = [];
  #parameters = 0;
  #body: Code[] = [];

  /** The next parameter. Take all parameters before the first variable. */
  parameter(): Address {
    this.#parameters += 1;
    return this.#variable('i32');
  }

  get parameters(): number {
    return this.#parameters;
  }

  /** A new variable that holds the value. */
  let<Type extends ValueType>(value: Expression<Type>): Variable<Type> {
    const variable = this.#variable(value.type);
    this.set(variable, value);
    return variable;
  }

  set<Type extends ValueType>(variable: Variable<Type>, value: Expression<Type>): void {
    this.run([value.code, 0x21, unsignedLeb(variable.index)]);
  }

  /** Adds a number of bytes to an address. */
  advance(address: Address, bytes: I32 | number): void {
    this.set(address, i32.add(address, bytes));
  }

  /** A statement, such as a store. */
  run(statement: Code): void {
    this.#body.push(statement);
  }

  /** Runs the body once, and again as long as the address is below the end. */
  untilEnd(address: Address, endOf: I32, body: () => void): void {
    this.run([0x03, voidBlock, this.#nested(body), i32.lt_u(address, endOf).code, 0x0d, 0, end]);
  }

  /** Runs the body if the condition is not 0. */
  runIf(condition: I32, body: () => void): void {
    this.run([condition.code, 0x04, voidBlock, this.#nested(body), end]);
  }

  /** The function's entry in the code section. */
  get entry(): Code {
    const variables = this.#types.slice(this.#parameters).map((type): Code => [unsignedLeb(1), typeByte[type]]);
    return [unsignedLeb(variables.length), variables, this.#body, end];
  }

  #nested(body: () => void): Code {
    const outer = this.#body;
    const inner: Code[] = [];
    this.#body = inner;
    body();
    this.#body = outer;
    return inner;
  }

  #variable<Type extends ValueType>(type: Type): Variable<Type> {
    const index = this.#types.push(type) - 1;
    return { type, index, code: [0x20, unsignedLeb(index)] };
  }
}
