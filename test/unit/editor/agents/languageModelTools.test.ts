import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { loadTools, offeredTools } from '../../../../extension/editor/agents/offeredTools.ts';

const manifestFile = path.join(import.meta.dirname, '..', '..', '..', '..', 'package.json');
const updating = process.env['UPDATE_TOOLS'] === '1';

const toolSchema = z.looseObject({
  name: z.enum(offeredTools),
  toolReferenceName: z.string(),
  modelDescription: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
});
const manifestSchema = z.looseObject({
  contributes: z.looseObject({
    languageModelTools: z.array(toolSchema),
    mcpServerDefinitionProviders: z.array(z.object({ id: z.string(), label: z.string() })),
  }),
});
const readManifest = () => manifestSchema.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));

it('package.json describes the language-model tools as their definitions do (UPDATE_TOOLS=1 writes it anew)', async () => {
  const tools = await loadTools();
  if (updating) {
    const manifest: unknown = JSON.parse(readFileSync(manifestFile, 'utf8'), (_, value: unknown) => {
      const { data } = toolSchema.safeParse(value);
      return data === undefined
        ? value
        : { ...data, modelDescription: tools[data.name].description, inputSchema: tools[data.name].inputSchema };
    });
    writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const { languageModelTools } = readManifest().contributes;
  expect(languageModelTools.map(({ name }) => name)).toEqual([...offeredTools]);
  for (const { name, modelDescription, inputSchema } of languageModelTools) {
    expect(modelDescription).toBe(tools[name].description);
    expect(inputSchema).toEqual(JSON.parse(JSON.stringify(tools[name].inputSchema)));
  }
});

it('each is called by a name of its own, and the server’s provider by the name that the code registers', () => {
  const { languageModelTools, mcpServerDefinitionProviders } = readManifest().contributes;
  expect(languageModelTools.map(({ toolReferenceName: name }) => name)).toEqual([
    'palaceSearch',
    'palaceRead',
    'palaceSimilar',
    'palaceContext',
    'palaceStatus',
    'palaceSave',
  ]);
  expect(mcpServerDefinitionProviders).toEqual([{ id: 'synapsePalace', label: 'Synapse Palace' }]);
});
