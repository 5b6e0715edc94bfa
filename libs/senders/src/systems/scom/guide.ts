export const GUIDE = `# Microsoft SCOM

Reads what a command notification channel of System Center Operations Manager posts.

1. Create a webhook with \`plugin_id\` \`scom\` and copy its \`webhook_url\`.
2. Save this as \`C:\\scom\\tocsin.ps1\` on every management server of the notifications resource pool:

   ~~~powershell
   param($alertId, $alertName, $alertDescription, $severity, $priority, $resolutionState, $managedEntitySource, $timeRaisedUtc)
   $body = @{} + $PSBoundParameters | ConvertTo-Json
   $bytes = [Text.Encoding]::UTF8.GetBytes($body)
   foreach ($attempt in 1..5) {
     try {
       Invoke-RestMethod '<webhook_url>' -Method Post -ContentType 'application/json' -Body $bytes; break
     } catch { Start-Sleep -Seconds (10 * $attempt) }
   }
   ~~~

3. **Administration → Notifications → Channels → New → Command**. Full path: \`C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe\`; startup folder \`C:\\scom\`; command line parameters (one line):

   ~~~
   -File C:\\scom\\tocsin.ps1 "$Data[Default='np']/Context/DataItem/AlertId$" "$Data[Default='np']/Context/DataItem/AlertName$" "$Data[Default='np']/Context/DataItem/AlertDescription$" "$Data[Default='np']/Context/DataItem/Severity$" "$Data[Default='np']/Context/DataItem/Priority$" "$Data[Default='np']/Context/DataItem/ResolutionStateName$" "$Data[Default='np']/Context/DataItem/ManagedEntityDisplayName$" "$Data[Default='np']/Context/DataItem/TimeRaised$"
   ~~~

4. Add a subscriber with this channel and a subscription whose criteria take in resolution states **New (0)** and **Closed (255)**.

## What becomes what

| Event | Body |
| --- | --- |
| \`event_key\` | \`alertId\` |
| \`event_type\` | \`resolutionState\`: New (0) → ALERT; Closed (255), Resolved (254) → RECOVERY; all others are ignored |
| \`title\`, \`rule\` | \`alertName\` |
| \`description\` | \`alertDescription\` |
| \`severity\` | 2 → CRITICAL, 1 → WARNING, 0 → INFO |
| \`resource\` | \`managedEntitySource\` |
| \`occurred_at\` | \`timeRaisedUtc\`; \`timeRaised\` is local, without a zone, and is only kept |

\`np\` (not present) counts as missing.

## What the sender does with a 503

SCOM runs the command once; the script above tries five times.
`;
