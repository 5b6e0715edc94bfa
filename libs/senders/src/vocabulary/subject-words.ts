import { anyOf, L } from './pattern-parts.js';

/** Words that differ between the messages of an alarm: its state, its severity, and what became of the thing. */
const STATE = anyOf(`
  firing resolved recovered recovery (?:re-?)?triggered alerting alert ok okay problem closed (?:re-?)?opened cleared critical crit warning
  warn info error fatal major minor up down online offline (?:un)?healthy failed failure succeeded successful(?:ly)? passed degraded
  repaired fixed lost restored (?:dis|re)?connected status (?:un)?reachable (?:un)?available (?:un)?responsive responding started stopped running
  (?:in)?active fired dead alive (?:(?:back\\s)?to\\s)?normal
  behoben gelöst erledigt wiederhergestellt störung ausgefallen ausfall kritisch fehler warnung (?:un)?erreichbar (?:nicht\\sv|v)erfügbar alarm
  résolue? rétablie? panne alerte critique erreur avertissement injoignable joignable (?:in)?disponible
  resuelt[oa] recuperad[oa] restablecid[oa] ca[ií]d[oa] alerta alarma crític[oa] problema fallo advertencia
  resolvid[oa] restabelecid[oa] caiu falha aviso indisponível disponível
  risolt[oa] ripristinat[oa] guasto allarme critic[oa] errore avviso (?:ir)?raggiungibile
  opgelost hersteld storing waarschuwing kritiek bereikbaar onbereikbaar
  rozwiązan[ey] przywrócon[ey] awaria ostrzeżenie krytyczn[ey] (?:nie)?dostępn[ey] löst åtgärdat varning kritisk
  çözüldü düzeldi kritik uyarı arıza
  реш[её]н[ао]? восстановлен[ао]? устран[её]н[ао]? проблема авария сбой критическ(?:ий|ая|ое) предупреждение (?:не)?доступ(?:ен|на|но) ошибка норма
`);
/** Joined to other words it is part of a name (`error-service`, `status.example.com`), unless it is the last one. */
const FREE_BEFORE = String.raw`(?<![${L}\d_@]|[${L}\d][./-])`;
const FREE_AFTER = String.raw`(?![${L}\d_@]|[./-][${L}\d])`;
const COUNTER = String.raw`(?:[:：] ?\d{1,6})?`;

export const STATES: readonly RegExp[] = [
  new RegExp(String.raw`\[?${FREE_BEFORE}${STATE}${FREE_AFTER}${COUNTER}\]?|\[success\]`, 'gi'),
  // In capitals it is a state even there: `web-1/CRITICAL`, `PROBLEM-CPU`.
  new RegExp(
    String.raw`(?<![${L}\d_@])(?:FIRING|RESOLVED|RECOVERY|PROBLEM|CRITICAL|WARNING|UNKNOWN|OK|DOWN|UP|ALERT|ERROR)(?![${L}\d_@])${COUNTER}`,
    'g',
  ),
  new RegExp(
    String.raw`(?<=[${L}\d])-(?:down|up|ok|critical|warning|firing|resolved|recovered)(?![${L}\d_@]|[./-][${L}\d])`,
    'gi',
  ),
  /(?:已?解决|解決|已?恢[复復]|復旧|回復|已?关闭|告警中?|报警|警报|故障|障害|异常|異常|正常|宕机|严重|紧急|警告|触发|発生|離線|离线|在线|해결됨?|복구됨?|해제됨?|발생|장애|정상|경고|심각)(?:[:：] ?\d{1,6})?/g,
];

export const FILLERS = new RegExp(
  String.raw`${FREE_BEFORE}(?:went|has gone|has|have|been|is|was|are|now|back|again|to normal|no longer|not|just|your|ist|wieder|nicht(?: mehr)?|wurde|est|de nouveau|n'est (?:pas|plus)|está|es|de nuevo|è|di nuovo|non|weer|niet|снова|не)${FREE_AFTER}`,
  'gi',
);
