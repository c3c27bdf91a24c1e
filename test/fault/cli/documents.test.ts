import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const fixtures = path.join(import.meta.dirname, '..', '..', 'fixtures', 'documents');
const documents = ['handbook.pdf', 'handbook.epub', 'minutes.docx', 'scan.pdf', 'locked.pdf'];

describe('documents in a workspace', () => {
  it('are mined with pages and chapters, reported if they can’t be read, and keep their drawers while they are being written', () => {
    const [folder, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    const cells = [['# Cranes\n'], ['crane = "The crane at berth six lifts the pilot boat."\n'], ['print(crane)']];
    writeFiles(folder, {
      'package.json': '{ "name": "harbor" }\n',
      '.gitignore': 'drafts/\n',
      'docs/cranes.ipynb': JSON.stringify({ nbformat: 4, cells: cells.map((source) => ({ source })) }),
      'docs/torn.ipynb': '{ "nbformat": 4, "cells": [',
    });
    for (const [place, names] of [
      ['docs', documents],
      ['drafts', ['handbook.docx']],
    ] as const) {
      mkdirSync(path.join(folder, place), { recursive: true });
      for (const name of names) copyFileSync(path.join(fixtures, name), path.join(folder, place, name));
    }
    const mined = runCli(palace, folder, 'mine', '--no-wait');
    expect(mined).toMatchObject({ code: 0, stderr: '' });
    expect(mined.stdout).toContain('docs/scan.pdf: contains no text, only pictures');
    expect(mined.stdout).toContain('docs/locked.pdf: protected by a password');
    expect(mined.stdout).toContain('docs/torn.ipynb: damaged');

    const found = (): unknown =>
      searchResultSchema
        .parse(
          JSON.parse(runCli(palace, folder, 'search', 'pilot', 'boards', 'buoy', '--k', '9', '--json').stdout),
        )
        .results.filter(({ text }) => text.includes('The pilot boards at buoy four'))
        .map(({ source_file: file, lines }) => [file, lines])
        .sort();
    const both = [
      ['docs/handbook.epub', { start: 2, end: 2 }],
      ['docs/handbook.pdf', { start: 2, end: 2 }],
    ];
    expect(found()).toEqual(both);
    const shown = runCli(palace, folder, 'search', 'crane', 'berth', 'six', 'pilot').stdout;
    expect(shown).toContain('docs/handbook.pdf, page 2');
    expect(shown).toContain('docs/handbook.epub, chapter 2');
    expect(shown).toContain('docs/minutes.docx  ');
    expect(shown).toContain('docs/cranes.ipynb, cells 1–3');

    writeFileSync(path.join(folder, 'docs/handbook.pdf'), 'half of a file');
    expect(runCli(palace, folder, 'mine', '--no-wait').stdout).toContain('docs/handbook.pdf: damaged');
    expect(found()).toEqual(both);

    expect(runCli(palace, folder, 'config', '--set', 'max_document_kib=0').code).toBe(0);
    expect(runCli(palace, folder, 'mine', '--dry-run').stdout).toContain('archive the drawers of 4 files');
  });
});
