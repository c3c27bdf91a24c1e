import { expect, it, onTestFinished } from 'vitest';
import { startInspectorServer } from '../../../scripts/inspectorServer.mjs';

it('serves the inspector in the languages that it has, and in English for any other', async () => {
  const server = await startInspectorServer();
  onTestFinished(() => server.stop());
  const page = async (query: string) => {
    const response = await fetch(`${server.url}${query}`);
    return { status: response.status, text: await response.text() };
  };
  const [english, german] = [await page(''), await page('?language=de')];
  expect(english).toMatchObject({ status: 200, text: expect.stringContaining('lang="en"') });
  expect(german).toMatchObject({ status: 200, text: expect.stringContaining('lang="de"') });
  for (const unknown of ['zz', 'pt-br', '..%2F..%2Fpackage', ''])
    expect(await page(`?language=${unknown}`)).toEqual(english);
  expect((await page('?theme=zz')).status).toBe(404);
});
