import { describe, expect, it } from 'vitest';
import { OpenAlerts, type Alert } from './open-alerts.js';

const alert = (alert_id: string, part: Partial<Alert> = {}) =>
  ({ alert_id, state: 'OPEN', acknowledged: false, ...part }) as Alert;

describe('open alerts', () => {
  it('stay away when a page that was read before says that they are open', () => {
    const alerts = new OpenAlerts();
    alerts.beginList();
    alerts.tell(alert('a', { state: 'RESOLVED' }));
    alerts.list([alert('a'), alert('b')]);
    alerts.endList();
    expect(alerts.all().map(({ alert_id }) => alert_id)).toEqual(['b']);
  });

  it('stay acknowledged when a page that was read before says that they are not', () => {
    const alerts = new OpenAlerts();
    alerts.beginList();
    alerts.tell(alert('a', { acknowledged: true }));
    alerts.list([alert('a')]);
    alerts.endList();
    expect(alerts.get('a')).toMatchObject({ acknowledged: true });
  });

  it('are what the pages say, beside what was told meanwhile', () => {
    const alerts = new OpenAlerts();
    alerts.tell(alert('gone'));
    alerts.tell(alert('stays'));
    alerts.beginList();
    alerts.tell(alert('new'));
    alerts.list([alert('stays', { acknowledged: true })]);
    alerts.endList();
    expect(alerts.all()).toMatchObject([{ alert_id: 'stays', acknowledged: true }, { alert_id: 'new' }]);
    alerts.tell(alert('new', { state: 'RESOLVED' }));
    alerts.beginList();
    alerts.list([alert('new')]);
    alerts.endList();
    expect(alerts.all().map(({ alert_id }) => alert_id)).toEqual(['new']);
  });
});
