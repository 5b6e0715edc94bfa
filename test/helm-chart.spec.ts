import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { settings } from '#shared/platform/config/settings.js';
import { createTestFolder } from './folder.js';
import { findContainer, parseManifests, validateManifest, type Yaml } from './manifests.js';
import { findProgram, requireProgram } from './requirements.js';

const CHART = join(import.meta.dirname, '../deploy/helm/tocsin');
const textOf = (path: string) => readFileSync(join(CHART, path), 'utf8');
const values = () => parse(textOf('values.yaml')) as Yaml;
const PUBLIC_URL = 'https://alarms.example.org';
/** Values that enable every option. */
const ALL = {
  publicUrl: PUBLIC_URL,
  image: { digest: `sha256:${'a'.repeat(64)}` },
  settings: { LOG_LEVEL: 'debug', TRUST_PROXY: 'loopback' },
  imagePullSecrets: [{ name: 'registry' }],
  api: { autoscaling: { enabled: false }, replicas: 3, nodeSelector: { disk: 'ssd' } },
  worker: { autoscaling: { enabled: true }, tolerations: [{ operator: 'Exists' }] },
  sender: { enabled: true, replicas: 4 },
  ingress: { enabled: true, className: 'nginx', host: 'alarms.example.org', tlsSecretName: 'tls' },
  networkPolicy: { egress: { receiverPorts: [8080], allow: [{ ports: [{ port: 4318 }] }] } },
  serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
};

describe('the values of the Helm chart', () => {
  const validate = new Ajv({ strict: false }).compile(JSON.parse(textOf('values.schema.json')) as object);
  const objections = (given: object) => {
    validate({ ...values(), ...given });
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it('match their schema', () => {
    expect(objections({})).toEqual([]);
    expect(objections(ALL)).toEqual([]);
  });

  it.each<[string, object]>([
    ['a misspelt name', { replicas: 2 }],
    ['a misspelt nested name', { api: { replica: 2 } }],
    ['a secret among the settings', { settings: { ROOT_API_KEY: 'x' } }],
    ['a public URL without a scheme', { publicUrl: 'alarms.example.org' }],
    ['an Ingress without a host', { ingress: { enabled: true, host: '' } }],
    ['an image with an incomplete digest', { image: { digest: 'sha256:abc' } }],
  ])('are rejected with %s', (_, given) => expect(objections(given)).not.toEqual([]));

  it('name only known settings', () => {
    const named = Object.keys((values() as { settings: object }).settings);
    expect(named.filter((name) => !(name in settings))).toEqual([]);
  });

  it.each(['api', 'worker'] as const)('run the built %s without any flags', (app) => {
    const [, args] = /args:\s+(\[[^\]]*\])/.exec(textOf(`templates/${app}.yaml`)) ?? [];
    expect(parse(args ?? '')).toEqual([`dist/bundle/${app}.js`]);
  });

  it('have the version of the package', () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'),
    ) as Yaml;
    expect(parse(textOf('Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });
});

requireProgram('helm', 'install Helm (helm.sh)')('the Helm chart', () => {
  const helm = async (command: readonly string[], given: object) => {
    const folder = await createTestFolder('chart');
    onTestFinished(() => folder.remove());
    const file = join(folder.path, 'values.json');
    writeFileSync(file, JSON.stringify(given));
    return execFileSync(findProgram('helm') ?? '', [...command, CHART, '--values', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    });
  };
  const rendered = async (given: object) =>
    parseManifests(await helm(['template', 'tocsin'], given)).filter((each) => each !== null);

  it('passes helm lint', async () => {
    await helm(['lint'], { publicUrl: PUBLIC_URL });
    await helm(['lint'], ALL);
  });

  it('requires publicUrl', async () => {
    await expect(rendered({})).rejects.toThrow(/publicUrl is required/);
  });

  it.each<[string, object, number]>([
    ['the required values', { publicUrl: PUBLIC_URL }, 13],
    ['all values', ALL, 20],
  ])('renders valid manifests for %s', async (_, given, count) => {
    const manifests = await rendered(given);
    expect(manifests.map(validateManifest).filter((each) => each !== undefined)).toEqual([]);
    expect(manifests.length).toBe(count);
    for (const { spec } of manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(String(kind)))) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
      expect(spec.template.spec.containers[0].securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
      });
    }
  });

  it('passes the values on to the manifests', async () => {
    const manifests = await rendered(ALL);
    const config = manifests.find(({ kind }) => kind === 'ConfigMap') as Yaml;
    expect(config.data).toMatchObject({ PUBLIC_URL, LOG_LEVEL: 'debug', DRAIN_DELAY: '10' });
    expect(findContainer('tocsin-api', manifests).image).toBe(
      `ghcr.io/example/tocsin@sha256:${'a'.repeat(64)}`,
    );
    for (const [app, role] of [
      ['worker', 'processing'],
      ['sender', 'notification'],
    ] as const)
      expect(findContainer(`tocsin-${app}`, manifests).env).toEqual([{ name: 'WORKER_ROLES', value: role }]);
    const outside = manifests.find(({ metadata }) => metadata.name === 'tocsin-outside') as Yaml;
    const ports = outside.spec.egress.flatMap((rule: Yaml) => rule.ports).map(({ port }: Yaml) => port);
    expect(ports).toEqual(expect.arrayContaining([25, 465, 587, 8080]));
    const services = manifests.filter(({ kind }) => kind === 'Service');
    for (const { spec } of services) {
      const selected = manifests.filter(
        ({ kind, spec: pods }) =>
          kind === 'Deployment' &&
          Object.entries(spec.selector).every(
            ([name, value]) => pods.template.metadata.labels[name] === value,
          ),
      );
      expect(selected.length).toBe(1);
    }
  });
});
