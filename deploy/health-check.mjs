// For the image, which has no shell and no curl. The worker answers on METRICS_PORT: there HEALTH_PORT says so.
const { HEALTH_PORT, PORT = '3000' } = process.env;
const answer = await fetch(`http://127.0.0.1:${HEALTH_PORT ?? PORT}/health/live`).catch(() => undefined);
if (!answer?.ok) throw new Error('not alive');
