import { describe, expect, it } from 'vitest';
import { findSecrets } from '../../../../../extension/palace/filing/secrets/findSecrets.ts';
import { generatedSecrets } from '../../../../fixtures/secrets/generatedSecrets.ts';

const drawn = ['k3Qz8vT1', 'mXw9LpB4'].join('');
const password = ['Tr0ub4dor', '&3x!'].join('');
const words = ['correct', 'horse'].join('');
/** Made up at run time, so that no scanner takes this file for one that holds them. */
const drawnFrom = (letters: string, length: number): string =>
  Array.from({ length }, (_, at) => letters.charAt(((at * at * 7 + at * 11 + 5) % 61) % letters.length)).join('');
const hex = (length: number): string => drawnFrom('3f9a0c71be5d284683ea6d', length);
const word = (length: number): string => drawnFrom('k3Qz8vT1mXw9LpB4aR7fJ2cYh6dNu5Ge', length);
const uuid = [8, 4, 4, 4, 12].map(hex).join('-');
const valueOf = (text: string): string[] => findSecrets(text).map(({ start, end }) => text.slice(start, end));

describe('finding secrets', () => {
  const entries = generatedSecrets(11, 4, 10);

  it('finds at least 95 of 100 generated secrets, whole, with seeds that the rules were not tuned on', () => {
    const secrets = entries.filter(({ label }) => label === 'secret');
    const found = secrets.filter(({ text, file, start, end, value }) =>
      findSecrets(text, { path: file }).some((finding) =>
        start < 0 ? true : finding.start <= start && finding.end >= end - (value.endsWith('\\n') ? 2 : 0),
      ),
    );
    expect(secrets.length).toBeGreaterThan(180);
    expect(found.length / secrets.length).toBeGreaterThanOrEqual(0.95);
  });

  it('takes at most 1 of 200 lookalikes for a secret', () => {
    const lookalikes = entries.filter(({ label }) => label === 'lookalike');
    const flagged = lookalikes.filter(({ text, file }) => findSecrets(text, { path: file }).length > 0);
    expect(lookalikes.length).toBeGreaterThan(400);
    expect(flagged.length / lookalikes.length).toBeLessThanOrEqual(0.005);
  });

  it.each([
    `{"client_secret": "${drawn}"}`,
    `define('API_KEY', '${drawn}');`,
    `<token>${drawn}</token>`,
    `<add key="ApiKey" value="${drawn}" />`,
    `- POSTGRES_PASSWORD=${drawn}`,
    `jdbc:mysql://db/x?user=a&password=${drawn}`,
    `curl -u deploy:${drawn} https://x.y`,
    `mysql --password ${drawn}`,
    `os.environ["API_TOKEN"] = "${drawn}"`,
    `config.set("auth_token", "${drawn}")`,
    `x-api-key: ${drawn}`,
    `The token is ${drawn}`,
    `:secret => "${drawn}"`,
    `  - name: DB_PASSWORD\n    value: ${drawn}`,
    `$env:API_KEY = "${drawn}"`,
    `secret := "${drawn}"`,
    JSON.stringify(`{"token":"${drawn}","n":1}`),
    JSON.stringify(JSON.stringify({ body: { db_password: drawn } })),
    `curl -d "{\\"api_key\\": \\"${drawn}\\"}"`,
  ])('finds the value alone in %s', (text) => {
    expect(valueOf(text)).toEqual([drawn]);
  });

  it('takes a short key in a file of environment variables for a secret, but not in other texts', () => {
    const found = (text: string, path: string): string[] =>
      findSecrets(text, { path }).map(({ start, end }) => text.slice(start, end));
    const short = drawn.slice(0, 12);
    const text = `APP_SECRET=${short}\nCACHE_KEY=v2-build-31\nTOKEN_TTL=3600\nTOKEN=changeme-2024\n`;
    for (const path of ['.env', 'api/.env.local', 'deploy/prod.env'])
      expect(found(text, path), path).toEqual([short]);
    expect(found(text, 'src/app.ts')).toEqual([]);
  });

  it.each([
    ['sk-ant-ort', '01-', word(95)],
    ['sk', '-', word(48)],
    ['sk', '_', hex(48)],
    ['sk-lf', '-', uuid],
    ['lsv2_pt', '_', `${hex(32)}_${hex(10)}`],
    ['pcsk', '_', `${word(6)}_${word(63)}`],
    ['nvapi', '-', word(64)],
    ['tvly', '-dev-', word(32)],
    ['tgp', '_v1_', word(43)],
    ['jina', '_', word(60)],
    ['e2b', '_', hex(40)],
    ['ABSK', '', `${word(128)}=`],
    ['ABIA', '', 'Q4WK7ZP2RX5M3NTA'],
    ['GR1348941', '', word(20)],
    ['glffct', '-', word(20)],
    ['ATBB', '', word(32)],
    ['CCIPAT', '_', `${word(22)}_${hex(40)}`],
    ['bkua', '_', hex(40)],
    ['squ', '_', hex(40)],
    ['sgp', '_', `${hex(16)}_${hex(40)}`],
    ['sha256', '~', word(43)],
    ['HRKU-AA', '', word(58)],
    ['fm2', '_', word(300)],
    ['napi', '_', hex(64)],
    ['pat-na1', '-', uuid],
    ['re', '_', `${word(8)}_${word(24)}`],
    ['1//0', '', word(98)],
    ['sl.u', '.', word(140)],
    ['lin_oauth', '_', hex(64)],
    ['phx', '_', word(43)],
    ['A3', '-Q4WK7Z-P2RX5M3NTA7-', 'Q4WK7-ZP2RX-5M3NT'],
    ['', word(52), `JQQJ99${'AKAC'}${'A'.repeat(13)}SAZDO${'9aZ1'}`],
  ])('finds a token that begins with %s', (...parts) => {
    const token = parts.join('');
    expect(valueOf(`I used ${token} for the call.`)).toEqual([token]);
  });

  it.each([
    `sha256~${'a'.repeat(43)}`,
    `sk_${'0'.repeat(48)}`,
    `re_compiled_${'matcher'.repeat(4)}`,
    'sk-toggleable__label-arrow',
  ])('takes no placeholder and no name for one: %s', (text) => {
    expect(findSecrets(`See ${text} here.`)).toEqual([]);
  });

  it.each(['use-TOKEN-to-push', 'use_TOKEN_here', 'docs/use-TOKEN.md', '--TOKEN'])(
    'finds a token that is joined to words: %s',
    (text) => {
      const tokens = [['ghp', drawn.repeat(3).slice(0, 36)].join('_'), ['AKIA', 'Q4WK7ZP2RX5M3NTA'].join('')];
      for (const token of tokens) expect(valueOf(text.replace('TOKEN', token))).toEqual([token]);
    },
  );

  it('finds tokens where their issuers show them: in the address of an API, a web hook, a cookie', () => {
    const long = drawn.repeat(8);
    const bot = `4812905736:AA${long.slice(0, 33)}`;
    const hooks = ['https://hooks', 'slack.com'].join('.');
    for (const [text, token] of [
      [`curl https://api.telegram.org/bot${bot}/getMe`, bot],
      [`TELEGRAM=${bot}`, bot],
      ...[
        `workflows/T03KQ7ZP2/A05MX9WR4/481290573618/${long.slice(0, 24)}`,
        `triggers/T03KQ7ZP2/4812905736184/${'9b1f7c3e'.repeat(3)}5d8a6e42`,
      ].map((place) => [`POST ${hooks}/${place}`, `${hooks}/${place}`]),
      [`Cookie: d=xoxd-${long}`, `xoxd-${long}`],
    ])
      expect(valueOf(text ?? ''), text).toEqual([token]);
    expect(valueOf(`robot${bot}`)).toEqual([]);
  });

  it.each([`cache-key-${'0f1e2d3c4b5a6978'.repeat(2)}`, `task-sk-learn-model`, `a-EAAA${'Ab1_'.repeat(15)}`])(
    'takes no part of a joined name for a token: %s',
    (text) => {
      expect(valueOf(text)).toEqual([]);
    },
  );

  it.each([
    `password = "${password}"`,
    `Server=db;User Id=sa;Password=${password};`,
    `<password>${password}</password>`,
    `spring.datasource.password=${password}`,
    `sshpass -p '${password}' ssh x`,
  ])('finds what people think up as passwords, too: %s', (text) => {
    expect(valueOf(text).join()).toContain(password);
  });

  it.each([
    ["ConvertTo-SecureString 'VALUE' -AsPlainText -Force", password],
    ['convertto-securestring -AsPlainText -Force -String "VALUE"', words],
    ['$p = "VALUE" | ConvertTo-SecureString -AsPlainText', words],
    ['mysql -u root -pVALUE harbor', drawn],
    ["mysqldump --host db -p'VALUE' harbor", password],
    ['mariadb-dump -pVALUE harbor', drawn],
    ['echo VALUE | docker login -u harbor --password-stdin', words],
    ['printf "VALUE" | sudo podman login --password-stdin quay.io', drawn],
    ['postgres://app:VALUE@db/x', words],
    ['redis://:VALUE@cache:6379', words],
    ['DATABASE_URL=mongodb+srv://app:VALUE@cluster0.tide.net/x', words],
  ])('finds the password of a command line or an address: %s', (text, value) => {
    expect(valueOf(text.replace('VALUE', value))).toEqual([value]);
  });

  it.each([
    'ConvertTo-SecureString $plain -AsPlainText -Force',
    'ConvertTo-SecureString "$env:HARBOR" -AsPlainText',
    `ConvertTo-SecureString '${drawn}'`,
    'mysql -u root -p harbor',
    'mysql -u root -p$MYSQL_PWD harbor',
    'mysql -u root -pYOUR_PASSWORD harbor',
    'docker run mysql -p3306:3306',
    'echo $TOKEN | docker login --password-stdin',
    'echo "${{ github.token }}" | docker login --password-stdin',
    'postgres://app:apppassword@db/x',
    'postgres://harbormaster:harbormaster@db/x',
    `https://git:${words}@tide.net/x`,
    `COMMIT_TOKEN_SHA=${'9b1f7c3e'.repeat(3)}5d8a6e4207c1b3f9`,
    `"nextPageToken": "${drawn}"`,
    `continuation_token=${drawn}`,
    `partition_key: 'PK#USER#${drawn}'`,
    'd (Private Key): base64url-encoded',
  ])('takes no name, reference or place in a list for a password: %s', (text) => {
    expect(valueOf(text)).toEqual([]);
  });

  it.each([
    ['cut off', (lines: readonly string[]) => lines.join('\n')],
    [
      'encrypted',
      ([head, ...lines]: readonly string[]) =>
        [head, 'Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-256-CBC,9B1F7C3E', '', ...lines].join('\n'),
    ],
    ['in a comment', (lines: readonly string[]) => lines.map((line) => `  # ${line}`).join('\n')],
    ['quoted', (lines: readonly string[]) => lines.map((line) => `> ${line}`).join('\n')],
    ['continued', (lines: readonly string[]) => lines.join('\\\n')],
    [
      'in JSON in JSON',
      (lines: readonly string[]) => JSON.stringify(JSON.stringify(lines.join('\n'))).slice(3, -3),
    ],
  ])('finds a private key to its last byte whose last line is missing: %s', (_, written) => {
    const head = ['-----BEGIN RSA', 'PRIVATE KEY-----'].join(' ');
    const key = written([head, ...[1, 2, 3].map((number) => `${drawn.repeat(4)}/${number}`)]).trimStart();
    const text = `${key}\n`;
    const [found, ...others] = valueOf(text);
    expect(others).toEqual([]);
    expect(found?.startsWith(head)).toBe(true);
    expect(found?.endsWith('/3')).toBe(true);
  });

  it('finds a private key in lines that are short, or of few bytes, but no words between such lines', () => {
    const block = (...lines: readonly string[]): string =>
      ['-----BEGIN', ...lines, '-----END'].join('\n').replace(/(-----(?:BEGIN|END))/g, `$1 ${'PRIVATE KEY'}-----`);
    for (const key of [block(drawn, drawn.toUpperCase(), drawn), block(`MC4CAQAw${drawn}`)])
      expect(valueOf(`a\n${key}\nb`)).toEqual([key]);
    for (const words of [
      '...',
      'the contents of the file',
      'base64 of the key goes here, in one line',
      'MIIE',
      'yourKey12345678901234',
    ])
      expect(valueOf(block(words)), words).toEqual([]);
    expect(valueOf(block(drawn).split('\n').slice(0, 2).join('\n'))).toEqual([]);
  });

  it('finds a key of Google that begins with AQ, but no member of something called AQ', () => {
    const key = ['AQ', `Ab8RN6${drawn}_${drawn}-${drawn}`].join('.');
    expect(valueOf(`fetch(url, { key: '${key}' })`)).toEqual([key]);
    for (const name of ['AQ.the_name_of_a_member_that_is_much_longer_than_forty', `FAQ.${key.slice(3)}`])
      expect(valueOf(`see ${name} there`), name).toEqual([]);
  });

  it.each([
    'password: string',
    'password = getPassword()',
    'const token = await auth.getToken(user1)',
    "password: 'Passwort eingeben'",
    'maxTokens: 4096',
    '"token_type": "bearer"',
    'secret: process.env.SECRET',
    'password: hashedPassword1',
    'apiKey: "YOUR_API_KEY"',
    'secretName: my-tls-secret-prod-1',
    'TOKEN_ENDPOINT=https://login.example.com/oauth2/v2.0/token',
    'secret=$(cat /run/secrets/db_password)',
    'token = tokens[i + 1]',
    '"secretKeyRef": {"name": "db-creds-v2", "key": "password"}',
    'private_key_path: /etc/ssl/private/server1.key',
    'authToken: AuthTokenV2Response',
    'encryption_key: AES256_GCM_HKDF_4KB',
    'api_key: 123e4567-e89b-42d3-a456-426614174000',
    'postgres://user:password@localhost/db',
    'Authorization: Bearer $TOKEN',
    'type CloseToken = CloseToken$1',
    `password: "日本語のパスワードを入力してください1"`,
  ])('leaves alone %s', (text) => {
    expect(valueOf(text)).toEqual([]);
  });

  it('takes what documentation shows for no secret: samples of standards, of issuers and of token sites', () => {
    const [jwtHead, jwtBody] = [
      '{"alg":"HS256","typ":"JWT"}',
      '{"sub":"1234567890","name":"John Doe","iat":1516239022}',
    ].map((part) => Buffer.from(part).toString('base64url'));
    for (const text of [
      'access_token=2YotnFZFEjr1zCsicMWpAA',
      `Authorization: Bearer ${String(jwtHead)}.${String(jwtBody)}.${drawn}${drawn}${drawn}`,
      ['aws_secret_access_key = wJalrXUtnFEMI/K7MDENG', '/bPxRfiCYEXAMPLEKEY'].join(''),
      ['GITHUB_TOKEN=ghp', `_${'x'.repeat(36)}`].join(''),
    ])
      expect(valueOf(text), text).toEqual([]);
  });

  it('gives findings in the text’s order, none over another', () => {
    const text = entries.map((entry) => entry.text).join('\n');
    const findings = findSecrets(text);
    expect(findings.length).toBeGreaterThan(100);
    for (const [index, { start, end }] of findings.entries()) {
      expect(start).toBeLessThan(end);
      expect(start).toBeGreaterThanOrEqual(findings[index - 1]?.end ?? 0);
    }
  });
});
