import { expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { containsPhrase } from '../../../../../extension/palace/lexical/query/phrase.ts';

const contains = (text: string, phrase: string): boolean => containsPhrase(text, phrase, new Analyser());

it('a phrase is found where its words follow one another, whatever stands between them but words', () => {
  expect(contains('We hit the Rate-Limit again.', 'rate limit')).toBe(true);
  expect(contains('The rate of the limit', 'rate limit')).toBe(false);
  expect(contains('limit rate', 'rate limit')).toBe(false);
});

it('function words count inside a phrase, by their spelling', () => {
  expect(contains('state of the art', 'state of the art')).toBe(true);
  expect(contains('state of an art', 'state of the art')).toBe(false);
  expect(contains('To be, or not to be', 'to be or not')).toBe(true);
  expect(contains("we don't know", 'don’t know')).toBe(true);
});

it('endings do not count', () => {
  expect(contains('rotated the keys', 'rotating the key')).toBe(true);
});

it('an identifier in a phrase is met by the identifier, in any case', () => {
  expect(contains('call parseQueries first', 'call parsequeries')).toBe(true);
  expect(contains('call parse queries first', 'call parseQueries')).toBe(false);
});

it('one word is also found inside an identifier, one character inside a run', () => {
  expect(contains('getUserName()', 'user')).toBe(true);
  expect(contains('我喜欢猫', '猫')).toBe(true);
  expect(contains('私は機械学習が好き', '機械学習')).toBe(true);
  expect(contains('私は機械と学習が好き', '機械学習')).toBe(false);
});

it('a character without spaces beside other words is found at the edge of a run', () => {
  expect(contains('2024年の計画', '2024年')).toBe(true);
  expect(contains('第3章では', '第3章')).toBe(true);
  expect(contains('일정 3개를', '일정 3개')).toBe(true);
  expect(contains('我使用React框架', '用React框')).toBe(true);
  expect(contains('2024年の計画', '2024の')).toBe(false);
  expect(contains('我使用React框架', '使React')).toBe(false);
  expect(contains('我使用React框架', 'React架')).toBe(false);
});

it('a phrase without words is nowhere', () => {
  expect(contains('anything …', '…')).toBe(false);
});
