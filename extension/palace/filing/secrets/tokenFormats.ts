/** A kind of token that is recognised by its format. */
export interface TokenFormat {
  readonly rule: string;
  /** The prefix. */
  readonly lead: string;
  /** What follows the prefix: source of a regular expression in which all repetitions are bounded. */
  readonly body: string;
}

const word = '[A-Za-z0-9]';
const url = '[A-Za-z0-9_-]';
const hex = '[0-9a-f]';
const of = (rule: string, body: string, ...leads: readonly string[]): TokenFormat[] =>
  leads.map((lead) => ({ rule, lead, body }));

/**
 * Tokens with a distinctive prefix, as published by their issuers (on their pages about token formats and secret
 * scanning; the rule's name includes the issuer). Lengths are as published, or a minimum where none is published.
 */
export const tokenFormats: readonly TokenFormat[] = [
  ...of('aws-access-key', '[A-Z2-7]{16}', 'AKIA', 'ASIA'),
  ...of('github-token', `${word}{36,251}`, 'ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'),
  ...of('github-token', `${word}{22}_${word}{59}`, 'github_pat_'),
  ...of(
    'gitlab-token',
    `${url}{20,300}(?:\\.[\\w.-]{5,40})?`,
    'glpat-',
    'gldt-',
    'glrt-',
    'glptt-',
    'glsoat-',
    'glagent-',
    'glcbt-',
    'glimt-',
    'glft-',
    'gloas-',
  ),
  ...of(
    'slack-token',
    '(?:[0-9]{6,15}-){1,3}[A-Za-z0-9-]{15,70}',
    'xoxb-',
    'xoxp-',
    'xoxa-',
    'xoxr-',
    'xoxs-',
    'xoxc-',
  ),
  ...of('slack-token', '[0-9]-[A-Z0-9]{8,14}-[0-9]{10,15}-[a-f0-9]{30,70}', 'xapp-'),
  ...of('slack-token', '(?:[.]xox[bp])?-[0-9]-[A-Za-z0-9-]{60,250}', 'xoxe'),
  ...of('slack-webhook', `T[A-Z0-9]{7,12}/B[A-Z0-9]{7,12}/${word}{20,28}`, 'hooks.slack.com/services/'),
  ...of(
    'slack-webhook',
    `T[A-Z0-9]{7,12}/(?:A[A-Z0-9]{7,12}/[0-9]{12,20}/${word}{20,28}|[0-9]{10,16}/${hex}{32})`,
    'hooks.slack.com/workflows/',
    'hooks.slack.com/triggers/',
  ),
  ...of('slack-token', '[A-Za-z0-9%+/=-]{40,400}', 'xoxd-'),
  ...of(
    'discord-webhook',
    `[0-9]{16,20}/${url}{60,72}`,
    'discord.com/api/webhooks/',
    'discordapp.com/api/webhooks/',
  ),
  ...of('google-api-key', `${url}{35}`, 'AIza'),
  ...of('google-api-key', `(?=${url}{0,30}[0-9])(?=${url}{0,30}[A-Z])${url}{40,250}`, 'AQ.'),
  ...of('google-oauth-secret', `${url}{28}`, 'GOCSPX-'),
  ...of('google-oauth-token', `${url}{20,500}`, 'ya29.'),
  ...of('stripe-key', `${word}{20,247}`, 'sk_live_', 'rk_live_'),
  ...of('stripe-webhook-secret', `${word}{24,64}`, 'whsec_'),
  ...of('sendgrid-key', `${url}{22}\\.${url}{43}`, 'SG.'),
  ...of('openai-key', `${url}{20,240}`, 'sk-proj-', 'sk-svcacct-', 'sk-admin-'),
  ...of('openai-key', `${word}{20}T3BlbkFJ${word}{20}`, 'sk-'),
  ...of('anthropic-key', `[0-9]{2}-${url}{60,120}`, 'sk-ant-api', 'sk-ant-admin', 'sk-ant-oat', 'sk-ant-sid'),
  ...of('openrouter-key', `${hex}{64}`, 'sk-or-v1-'),
  ...of('deepseek-key', `${hex}{32}`, 'sk-'),
  ...of('huggingface-token', `${word}{34}`, 'hf_', 'api_org_'),
  ...of('groq-key', `${word}{48,60}`, 'gsk_'),
  ...of('xai-key', `${word}{70,90}`, 'xai-'),
  ...of('perplexity-key', `${word}{40,60}`, 'pplx-'),
  ...of('replicate-token', `${word}{37}`, 'r8_'),
  ...of('npm-token', `${word}{36}`, 'npm_'),
  ...of('pypi-token', `${url}{40,400}`, 'pypi-AgE'),
  ...of('rubygems-key', `${hex}{48}`, 'rubygems_'),
  ...of('crates-token', `${word}{32}`, 'cio'),
  ...of('nuget-key', '[a-z0-9]{43}', 'oy2'),
  ...of('docker-token', `${url}{24,36}`, 'dckr_pat_', 'dckr_oat_'),
  ...of('digitalocean-token', `${hex}{64}`, 'dop_v1_', 'doo_v1_', 'dor_v1_'),
  ...of('shopify-token', '[0-9a-fA-F]{32}', 'shpat_', 'shpca_', 'shppa_', 'shpss_'),
  ...of('linear-key', `${word}{40}`, 'lin_api_', 'lin_oauth_'),
  ...of('notion-token', '[0-9]{11}[A-Za-z0-9]{35}', 'ntn_'),
  ...of('notion-token', `${word}{43}`, 'secret_'),
  ...of('vault-token', `${url}{24,300}`, 'hvs.', 'hvb.', 'hvr.'),
  ...of('terraform-token', `${url}{60,70}`, '.atlasv1.'),
  ...of('databricks-token', `${hex}{32}(?:-[0-9])?`, 'dapi'),
  ...of('doppler-token', `[a-z]{2,8}\\.${word}{40,44}`, 'dp.'),
  ...of('postman-key', `${hex}{24}-${hex}{34}`, 'PMAK-'),
  ...of('pulumi-token', `${hex}{40}`, 'pul-'),
  ...of('figma-token', `${url}{36,44}`, 'figd_'),
  ...of('grafana-token', `${word}{32}_${hex}{8}`, 'glsa_'),
  ...of('grafana-token', '[A-Za-z0-9+/]{32,400}={0,2}', 'glc_'),
  ...of('netlify-token', `${word}{36}`, 'nfp_'),
  ...of('supabase-key', `${hex}{40}`, 'sbp_'),
  ...of('supabase-key', `${word}{22}_${word}{8}`, 'sb_secret_'),
  ...of('planetscale-password', `${url}{30,64}`, 'pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'),
  ...of('newrelic-key', '[A-Z0-9]{27}', 'NRAK-'),
  ...of('sentry-token', `eyJ[A-Za-z0-9+/=_-]{40,400}`, 'sntrys_'),
  ...of('sentry-token', `${hex}{64}`, 'sntryu_'),
  ...of('tailscale-key', `[a-z]{2,12}-${word}{10,24}-${word}{20,40}`, 'tskey-'),
  ...of('onepassword-token', 'eyJ[A-Za-z0-9+/=]{200,900}', 'ops_'),
  ...of('atlassian-token', `${url}{150,250}(?:=[A-F0-9]{8})?`, 'ATATT3xFf', 'ATCTT3xFf'),
  ...of('square-token', `${url}{43}`, 'sq0csp-'),
  ...of('square-token', `${url}{60}`, 'EAAA'),
  ...of('mailgun-key', `${hex}{32}`, 'key-'),
  ...of('brevo-key', `${hex}{64}-${word}{16}`, 'xkeysib-'),
  ...of('contentful-token', `${url}{43}`, 'CFPAT-'),
  ...of('airtable-token', `${word}{14}\\.${hex}{64}`, 'pat'),
  ...of('typeform-token', `${url}{40,60}`, 'tfp_'),
  ...of('fly-token', `${url}{40,50}`, 'fo1_'),
  ...of('dynatrace-token', '[A-Z2-7]{24}\\.[A-Z2-7]{64}', 'dt0c01.'),
  ...of('age-secret-key', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}', 'AGE-SECRET-KEY-1'),
  ...of('azure-account-key', '[A-Za-z0-9+/]{86}==', 'AccountKey='),
  ...of('azure-shared-access-key', '[A-Za-z0-9+/]{43}=', 'SharedAccessKey='),
  ...of('azure-signature', '[A-Za-z0-9%]{43,70}(?:%3[Dd]|=)', 'sig='),
];
