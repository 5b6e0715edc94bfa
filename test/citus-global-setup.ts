import type { TestProject } from 'vitest/node';
import { citusUrl } from './citus-url.js';

/** Each test has a database of its own on the cluster. */
export function setup(project: TestProject): void {
  if (citusUrl) project.provide('testServer', { url: citusUrl, template: null, cluster: null });
}
