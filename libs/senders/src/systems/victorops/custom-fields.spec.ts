import { expect, it } from 'vitest';
import type { Json } from '#shared/kernel/json.js';
import { annotation, customFields } from './custom-fields.js';

function alarm(value: Json) {
  const delivery = {
    body: value,
    headers: {},
    content_type: 'application/json',
    query: {},
    path_suffix: '',
    received_at: new Date(0),
  };
  return { value, pointer: '', delivery };
}

it('are the fields of the user, without times, states, figures, prose and addresses', () => {
  const body = {
    message_type: 'CRITICAL',
    entity_id: 'a',
    state_message: 'down',
    state_start_time: 1_741_083_300,
    monitoring_tool: 'nagios',
    'vo_annotate.u.Runbook': 'https://wiki.example.com/a',
    HOSTNAME: 'db-1',
    SERVICEDESC: 'disk',
    SERVICEOUTPUT: 'DISK CRITICAL',
    SERVICESTATE: 'CRITICAL',
    LASTSERVICECHECKTIME: '1741083300',
    eng_team: 'storage',
    priority: 1,
    panel: 'https://grafana.example.com/d/1',
    note: 'first line\nsecond line',
    region: '{{ .Labels.region }}',
    nested: { a: 'b' },
  };
  expect(customFields(alarm(body))).toEqual({ SERVICEDESC: 'disk', eng_team: 'storage', priority: '1' });
  expect(customFields(alarm({ message_type: 'INFO' }))).toBeUndefined();
});

it('has annotations by their titles', () => {
  const body = {
    'vo_annotate.s.Runbook': 'read it',
    'vo_annotate.u.Our Runbook': 'https://wiki.example.com/a',
    'vo_annotate.i.Graph': 'https://grafana.example.com/a.png',
  };
  expect(annotation('u', /runbook/i)(alarm(body))).toBe('https://wiki.example.com/a');
  expect(annotation('i', /./)(alarm(body))).toBe('https://grafana.example.com/a.png');
  expect(annotation('u', /dashboard/i)(alarm(body))).toBeUndefined();
});
