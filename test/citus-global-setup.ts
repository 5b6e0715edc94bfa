import type { TestProject } from 'vitest/node';
import { citusUrl } from './citus-url.js';

/** Provides the cluster without a template: each test creates its own database there. */
export function setup(project: TestProject): void {
  if (citusUrl) project.provide('testServer', { url: citusUrl, template: null, cluster: null });
}
