// For the image, which has no shell and no curl. The worker answers on METRICS_PORT: there HEALTH_PORT says so.
import { env } from 'node:process';

const answer = await fetch(`http://127.0.0.1:${env.HEALTH_PORT ?? env.PORT ?? 3000}/health/live`);
if (!answer.ok) throw new Error(`not alive: ${answer.status}`);
