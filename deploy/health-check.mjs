// The health check of the image, which has no shell and no curl. A worker serves /health on METRICS_PORT: HEALTH_PORT names it.
import { env } from 'node:process';

const answer = await fetch(`http://127.0.0.1:${env.HEALTH_PORT ?? env.PORT ?? 3000}/health/live`);
if (!answer.ok) throw new Error(`not alive: ${answer.status}`);
