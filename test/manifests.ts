import * as monitoring from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

/** Any value of a parsed document. */
export type Yaml = ReturnType<typeof JSON.parse>;
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

/** @returns the reason why Kubernetes would reject the manifest; `undefined` if it is valid */
export function validateManifest(manifest: Yaml): string | undefined {
  const model = MODELS[manifest.apiVersion]?.[manifest.kind] as Model | undefined;
  if (model === undefined) return `${manifest.apiVersion} ${manifest.kind} is not known`;
  try {
    new model(manifest).validate();
    return undefined;
  } catch (error) {
    return `${manifest.kind} ${manifest.metadata?.name}: ${error instanceof Error ? error.message : ''}`;
  }
}

export const parseManifests = (text: string) => parseAllDocuments(text).map((each) => each.toJS() as Yaml);

/** Returns the first container of a deployment. */
export function findContainer(name: string, manifests: readonly Yaml[]): Yaml {
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  return deployment?.spec.template.spec.containers[0];
}
