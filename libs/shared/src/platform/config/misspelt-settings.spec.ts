import { expect, it } from 'vitest';
import { findMisspeltSettings } from './misspelt-settings.js';
import { settings } from './settings.js';

it.each([
  ['ENCRYTPION_KEY', 'ENCRYPTION_KEY'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['INGEST_WEBHOOKBYTES', 'INGEST_WEBHOOK_BYTES'],
  ['TOCSIN_PUBLIC_URL', 'PUBLIC_URL'],
  ['log_level', 'LOG_LEVEL'],
  ['PLUGIN', 'PLUGINS'],
])('%s was meant to be %s', (name, meant) => {
  expect(findMisspeltSettings({ [name]: '1' })).toEqual([{ name, meant }]);
});

it('ignores settings and the variables of other programs', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'TERM',
    'NODE_ENV',
    'PGHOST',
    'PGPORT',
    'TOCSIN_URL',
    'TOCSIN_KEY',
  ];
  const inKubernetes = ['TOCSIN_API_PORT', 'TOCSIN_API_SERVICE_HOST', 'REDIS_PORT', 'KUBERNETES_PORT'];
  const ofOthers = [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER',
    'REDISCLI_AUTH',
    'POSTGRES_PASSWORD',
  ];
  const names = [...others, ...inKubernetes, ...ofOthers, ...Object.keys(settings), 'DATA_DIR'];
  expect(findMisspeltSettings(Object.fromEntries(names.map((name) => [name, '1'])))).toEqual([]);
});

it('ignores a similar name if the setting itself is set', () => {
  expect(findMisspeltSettings({ PORTS: '1', PORT: '2' })).toEqual([]);
});
