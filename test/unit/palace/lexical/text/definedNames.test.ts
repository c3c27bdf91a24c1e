import { expect, it } from 'vitest';
import { definedNames } from '../../../../../extension/palace/lexical/text/definedNames.ts';

it.each([
  [
    'ts',
    'export async function openPalace(folder: string) {\nconst limit = 3;\nclass Store {\n  private async close(): Promise<void> {\n  if (a) {\n  return run(b);\n  get size() {\nhandler: (a) => a,',
    ['openPalace', 'limit', 'Store', 'close', 'size', 'handler'],
  ],
  [
    'py',
    'class Node:\n    async def collect(self):\nLIMIT = 3\n    if x:\n    total = 4',
    ['Node', 'collect', 'LIMIT'],
  ],
  [
    'rs',
    'pub async fn spawn<T>(x: T) {\npub struct Handle;\nimpl<T> Future for JoinHandle<T> {\nmacro_rules! select {',
    ['spawn', 'Handle', 'JoinHandle', 'select'],
  ],
  [
    'go',
    'func (s *Store) Append(x int) error {\ntype Head struct {\nvar errClosed = 1',
    ['Append', 'Head', 'errClosed'],
  ],
  [
    'java',
    'public class Store {\n    public static int open(String path) throws IOException {',
    ['Store', 'open'],
  ],
  ['kt', 'fun replay(log: Log) {\nval depth = 3', ['replay', 'depth']],
  ['cs', 'public sealed record Entry(int Id);\n    public async Task<int> Load(string path)', ['Entry', 'Load']],
  ['swift', 'struct Wave {\n  func crest() {', ['Wave', 'crest']],
  [
    'c',
    '#define DEPTH 3\nstruct entry {\nstatic int read_page(FILE *f)\n  while (x) {',
    ['DEPTH', 'entry', 'read_page'],
  ],
  ['cpp', 'class Log final {\nvoid Log::append(const Entry& e) {', ['Log', 'append']],
  ['rb', 'module Harbour\n  def self.open(path)', ['Harbour', 'open']],
  ['php', 'final class Store {\n  public function open($x)', ['Store', 'open']],
  ['sh', 'function start_all {\nstop_all() {', ['start_all', 'stop_all']],
  ['sql', 'CREATE TABLE IF NOT EXISTS drawers (\ncreate index by_wing on x', ['drawers', 'by_wing']],
  ['jl', 'function tide(x)\nmutable struct Wave\nflood(t) = t + 1\nx == y', ['tide', 'Wave', 'flood']],
  ['hs', "module Tide.Table where\ndata Wave = Wave Int\ncrest' :: Wave -> Int", ['Tide.Table', 'Wave', "crest'"]],
  ['ml', "let rec crest x =\ntype wave = int\n  and trough' y =", ['crest', 'wave', "trough'"]],
  ['clj', '(ns harbour.tide)\n(defn- crest? [x]\n(def ^:private depth 3)', ['harbour.tide', 'crest?', 'depth']],
  ['erl', '-module(tide).\ncrest(X) when X > 3 ->\n    trough(X).', ['tide', 'crest']],
  ['zig', 'pub fn crest(x: u8) void {\nconst Wave = struct {', ['crest', 'Wave']],
  ['nim', 'proc crest*(x: int) =\n  template `trough`()', ['crest', 'trough']],
  ['sol', 'contract Harbour {\n  function moor(uint ship) public {', ['Harbour', 'moor']],
  ['vb', 'Public Class Harbour\n  Public Sub Moor(ship)\n  End Sub', ['Harbour', 'Moor']],
  ['tf', 'resource "aws_s3_bucket" "logs" {\nvariable "region" {', ['logs', 'region']],
  [
    'ipynb',
    '# Tides of 2026\n\nimport pandas as pd\nclass Gauge:\n    def read(self):\n\n## What the gauge says',
    ['Tides of 2026', 'Gauge', 'read', 'What the gauge says'],
  ],
  ['docx', '# Pilots\nThey come aboard at buoy nine.\n## Fees', ['Pilots', 'Fees']],
  ['epub', '# The lighthouse\ntext', ['The lighthouse']],
  ['md', '# The house\ntext\n## One folder', ['The house', 'One folder']],
])('%s: names what the lines define and nothing else', (ending, text, names) => {
  expect(definedNames(text, `src/file.${ending}`)).toEqual(names);
});

it('knows no names in other files, and none in lines of minified code', () => {
  expect(definedNames('class A {', 'notes.unknown')).toEqual([]);
  expect(definedNames(`class A {${' '.repeat(600)}`, 'a.ts')).toEqual([]);
});

it('takes time linear in a line that almost matches', () => {
  // Backtracking that grew with the square of the length would not end.
  const ofMethods = ['ts', 'java', 'cpp', 'rs', 'go', 'py', 'sql'];
  const ofOthers = ['jl', 'hs', 'ml', 'clj', 'erl', 'zig', 'nim', 'sol', 'vb', 'tf', 'ipynb'];
  for (const ending of [...ofMethods, ...ofOthers])
    expect(definedNames('a b<c> '.repeat(70).concat('\n').repeat(2000), `x.${ending}`)).toEqual([]);
});
