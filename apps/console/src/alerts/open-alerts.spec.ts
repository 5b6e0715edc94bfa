import { describe, expect, it } from 'vitest';
import { OpenAlerts, type Alert } from './open-alerts.js';

const alert = (alert_id: string, part: Partial<Alert> = {}) =>
  ({ alert_id, state: 'OPEN', acknowledged: false, ...part }) as Alert;

const byId = (a: Alert, b: Alert) => (a.alert_id < b.alert_id ? -1 : 1);

describe('open alerts', () => {
  it('exclude an alert that is resolved while an older page is read', () => {
    const alerts = new OpenAlerts();
    alerts.beginReading();
    alerts.applyChange(alert('a', { state: 'RESOLVED' }));
    alerts.addPage([alert('a'), alert('b')]);
    alerts.endReading();
    expect(alerts.sort(byId).map(({ alert_id }) => alert_id)).toEqual(['b']);
  });

  it('keep an acknowledgement that arrives while an older page is read', () => {
    const alerts = new OpenAlerts();
    alerts.beginReading();
    alerts.applyChange(alert('a', { acknowledged: true }));
    alerts.addPage([alert('a')]);
    alerts.endReading();
    expect(alerts.get('a')).toMatchObject({ acknowledged: true });
  });

  it('are replaced by the pages that are read, plus the changes that arrive meanwhile', () => {
    const alerts = new OpenAlerts();
    alerts.applyChange(alert('gone'));
    alerts.applyChange(alert('stays'));
    alerts.beginReading();
    alerts.applyChange(alert('new'));
    alerts.addPage([alert('stays', { acknowledged: true })]);
    alerts.endReading();
    expect(alerts.sort(byId)).toMatchObject([{ alert_id: 'new' }, { alert_id: 'stays', acknowledged: true }]);
    alerts.applyChange(alert('new', { state: 'RESOLVED' }));
    alerts.beginReading();
    alerts.addPage([alert('new')]);
    alerts.endReading();
    expect(alerts.sort(byId).map(({ alert_id }) => alert_id)).toEqual(['new']);
  });

  it('stay sorted while single ones change, and are the same list while none does', () => {
    const alerts = new OpenAlerts();
    for (const id of ['c', 'a', 'd']) alerts.applyChange(alert(id));
    const ids = () => alerts.sort(byId).map(({ alert_id }) => alert_id);
    expect(ids()).toEqual(['a', 'c', 'd']);
    expect(alerts.sort(byId)).toBe(alerts.sort(byId));
    for (const id of ['e', 'b', 'c']) alerts.applyChange(alert(id, { acknowledged: true }));
    alerts.applyChange(alert('d', { state: 'RESOLVED' }));
    expect(ids()).toEqual(['a', 'b', 'c', 'e']);
    expect(alerts.sort(byId)[2]).toMatchObject({ acknowledged: true });
    alerts.clear();
    expect(ids()).toEqual([]);
  });
});
