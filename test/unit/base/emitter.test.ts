import { expect, test, vi } from 'vitest';
import { Emitter } from '../../../extension/base/emitter.ts';

test('listeners hear each value in the order in which they came, until they are disposed of', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const first = emitter.event((value) => heard.push(`first ${value}`));
  emitter.event((value) => heard.push(`second ${value}`));
  emitter.fire(1);
  first.dispose();
  first.dispose();
  emitter.fire(2);
  emitter.dispose();
  emitter.fire(3);
  expect(heard).toEqual(['first 1', 'second 1', 'second 2']);
});

test('one function that listens twice is two listeners', () => {
  const emitter = new Emitter<void>();
  let heard = 0;
  const listen = (): void => void (heard += 1);
  emitter.event(listen).dispose();
  emitter.event(listen);
  emitter.event(listen);
  emitter.fire();
  expect(heard).toBe(2);
});

test('a listener that throws keeps nobody else from hearing; its error is not lost', () => {
  const later: (() => void)[] = [];
  const spy = vi.spyOn(globalThis, 'queueMicrotask').mockImplementation((task) => void later.push(task));
  const emitter = new Emitter<string>();
  const heard: string[] = [];
  emitter.event(() => {
    throw new Error('mine');
  });
  emitter.event((value) => heard.push(value));
  emitter.fire('all');
  spy.mockRestore();
  expect(heard).toEqual(['all']);
  expect(later).toHaveLength(1);
  expect(later[0]).toThrow('mine');
});
