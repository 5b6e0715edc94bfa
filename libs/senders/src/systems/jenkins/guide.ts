export const GUIDE = `# Jenkins

Reads what the **Notification** plugin of Jenkins posts (also *Outbound Webhook for Build Events*).

1. Create a webhook with \`plugin_id\` \`jenkins\` and copy its \`webhook_url\`.
2. Install the plugin **Notification**. In the job open **Configure → Job Notifications → Add Endpoint**: format \`JSON\`, protocol \`HTTP\`, event **Job Completed**, URL the \`webhook_url\` (URL source *Secret text* keeps it out of the job's configuration), timeout 30000, retries 5, log 20.
3. In a pipeline without that plugin:

   ~~~groovy
   post {
     always {
       httpRequest httpMode: 'POST', contentType: 'APPLICATION_JSON', url: env.TOCSIN_URL,
         requestBody: groovy.json.JsonOutput.toJson([
           name: env.JOB_NAME, url: env.JOB_URL,
           build: [full_url: env.BUILD_URL, number: env.BUILD_NUMBER, phase: 'COMPLETED',
                   status: currentBuild.currentResult, timestamp: System.currentTimeMillis()]])
     }
   }
   ~~~

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | the job and its branch |
| \`event_type\` | \`build.status\`: FAILURE, UNSTABLE → ALERT; SUCCESS → RECOVERY; ABORTED, NOT_BUILT and builds that are not over are ignored |
| \`title\` | job, number and status |
| \`description\` | the log, as many lines as are set |
| \`severity\` | UNSTABLE → WARNING; else none |
| \`resource\` | the job |
| \`occurred_at\` | \`build.timestamp\` |

## What the sender does with a 503

The Notification plugin does not look at the status of an answer: after a 503 it sends nothing again. *Retries* is for
connections that fail or time out only. The job's next build tells the state anew.
`;
