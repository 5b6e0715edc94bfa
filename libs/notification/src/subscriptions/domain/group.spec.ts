import { describe, expect, it } from 'vitest';
import { validateGroup, createGroupKey } from './group.js';

const GROUP = { by: ['severity'], wait: 30, interval: 300 };
const alert = (more: object = {}) => ({
  severity: 'ERROR',
  title: 'Disk',
  resource: { name: 'db1' },
  ...more,
});

describe('a group', () => {
  it('lists each field once, in a fixed order', () => {
    const by = ['severity', 'resource.name', 'severity'];
    expect(validateGroup({ ...GROUP, by })).toEqual(
      validateGroup({ ...GROUP, by: ['resource.name', 'severity'] }),
    );
  });

  it.each([
    ['by', { by: [] }],
    ['by', { by: ['nothing'] }],
    ['by', { by: ['resource'] }],
    ['by', { by: ['labels.'] }],
    ['by', { by: ['labels'] }],
    ['by', { by: Array.from({ length: 11 }, () => 'severity') }],
    ['wait', { wait: -1 }],
    ['wait', { wait: 3_601 }],
    ['wait', { wait: 1.5 }],
    ['interval', { interval: 59 }],
    ['interval', { interval: 86_401 }],
  ])('is refused because of %s: %j', (field, wrong) => {
    expect(() => validateGroup({ ...GROUP, ...wrong })).toThrow(
      expect.objectContaining({ errors: [{ field: `group.${field}`, reason: expect.any(String) }] }),
    );
  });

  it('has the same key only for alerts with equal values of its fields', () => {
    const by = ['severity', 'resource.name'];
    const key = (more?: object) => createGroupKey({ by }, alert(more));
    expect(key({ title: 'CPU' })).toBe(key());
    expect(key({ severity: 'INFO' })).not.toBe(key());
    expect(key({ resource: { name: null } })).not.toBe(key());
    expect(key({ resource: undefined })).toBe(key({ resource: { name: null } }));
    const byLabel = (labels?: object) =>
      createGroupKey({ by: ['labels.app.kubernetes.io/name'] }, alert({ labels }));
    expect(byLabel({ 'app.kubernetes.io/name': 'cart' })).toBe(
      byLabel({ 'app.kubernetes.io/name': 'cart', team: 'a' }),
    );
    expect(byLabel({ 'app.kubernetes.io/name': 'cart' })).not.toBe(
      byLabel({ 'app.kubernetes.io/name': 'shop' }),
    );
    // Alerts without the label form one group.
    expect(new Set([byLabel(), byLabel({}), byLabel({ 'app.kubernetes.io/name': '' })]).size).toBe(1);
    expect(createGroupKey({ by: ['title'] }, alert({ title: 'ERROR' }))).not.toBe(
      createGroupKey({ by: ['severity'] }, alert()),
    );
  });
});
