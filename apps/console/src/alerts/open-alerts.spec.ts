import { describe, expect, it } from 'vitest';
import { OpenAlerts, type Alert } from './open-alerts.js';

const alert = (alert_id: string, part: Partial<Alert> = {}) =>
  ({ alert_id, state: 'OPEN', acknowledged: false, ...part }) as Alert;

describe('open alerts', () => {
  it('exclude an alert that is resolved while an older page is read', () => {
    const alerts = new OpenAlerts();
    alerts.beginReading();
    alerts.applyChange(alert('a', { state: 'RESOLVED' }));
    alerts.addPage([alert('a'), alert('b')]);
    alerts.endReading();
    expect(alerts.all().map(({ alert_id }) => alert_id)).toEqual(['b']);
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
    expect(alerts.all()).toMatchObject([{ alert_id: 'stays', acknowledged: true }, { alert_id: 'new' }]);
    alerts.applyChange(alert('new', { state: 'RESOLVED' }));
    alerts.beginReading();
    alerts.addPage([alert('new')]);
    alerts.endReading();
    expect(alerts.all().map(({ alert_id }) => alert_id)).toEqual(['new']);
  });
});
