export const grafana = 'grafana';
