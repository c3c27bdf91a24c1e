import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../../extension/palace/filing/secrets/findSecrets.ts';
import { kubernetesValues } from '../../../../../extension/palace/filing/secrets/kubernetesSecrets.ts';

const dsn = Buffer.from(['amqp0', 'Tr0ub4dor', '&3x!'].join(' ')).toString('base64');
const valuesOf = (text: string): string[] =>
  findSecrets(text, { path: 'deploy/all.yaml' }).map(({ start, end }) => text.slice(start, end));
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const sorted = {
  apiVersion: 'v1',
  data: { dsn, other: dsn },
  kind: 'Secret',
  metadata: { name: 'mq', annotations: {} },
};

describe('the values of Kubernetes secrets', () => {
  it.each([
    ['as people write them', lines('kind: Secret', 'metadata:', '  name: mq', 'data:', `  dsn: ${dsn}`)],
    ['as kubectl prints them', lines('apiVersion: v1', 'data:', `  dsn: ${dsn}`, 'kind: Secret', 'metadata:')],
    [
      'in a list',
      lines('items:', '- apiVersion: v1', '  data:', `    dsn: ${dsn}`, '  kind: Secret', 'kind: List'),
    ],
    ['in an indented list', lines('items:', '  - kind: Secret', '    stringData:', `      dsn: '${dsn}'`)],
    ['with Windows’ line ends', lines('data:\r', `  dsn: ${dsn}\r`, 'kind: Secret\r')],
    ['in quotes', lines(`"kind": "Secret"`, '"data":', `  "dsn": "${dsn}"`)],
    ['after another manifest', lines('kind: Service', '---', 'data:', `  dsn: ${dsn}`, 'kind: Secret')],
  ])('are found %s', (_, text) => {
    expect(valuesOf(text)).toEqual([dsn]);
  });

  it.each([
    ['JSON', JSON.stringify(sorted, null, 4)],
    ['a list in JSON', JSON.stringify({ items: [sorted], kind: 'List' }, null, 2)],
    ['JSON in one line', JSON.stringify(sorted)],
    [
      'what kubectl applied last',
      lines('metadata:', '  annotations:', '    last: |', `      ${JSON.stringify(sorted)}`),
    ],
  ])('are found in %s', (_, text) => {
    expect(valuesOf(text)).toEqual([dsn, dsn]);
  });

  it.each([
    ['a ConfigMap', lines('data:', `  dsn: ${dsn}`, 'kind: ConfigMap')],
    ['a ConfigMap after a Secret', lines('kind: Secret', '---', 'data:', `  dsn: ${dsn}`, 'kind: ConfigMap')],
    ['the next item', lines('items:', '- kind: Secret', '- data:', `    dsn: ${dsn}`, '  kind: ConfigMap')],
    ['a store of secrets', lines('kind: SecretStore', 'data:', `  dsn: ${dsn}`)],
    ['what is no data', lines('kind: Secret', 'metadata:', `  uid: ${dsn}`, 'data: {}', 'type: Opaque')],
    ['a template', lines('kind: Secret', 'data:', '  dsn: {{ .Values.dsn | b64enc }}')],
  ])('are not those of %s', (_, text) => {
    expect(valuesOf(text)).toEqual([]);
  });

  it('may be as many as a file can hold', () => {
    const many = 150_000;
    const text = `kind: Secret\ndata:\n${'  a: b7Kq\n'.repeat(many)}`;
    expect(kubernetesValues(text)).toHaveLength(many);
  });
});
