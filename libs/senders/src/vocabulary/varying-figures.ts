import { anyOf, L } from './pattern-parts.js';

/** Things that are numbered. A number after one of these says which one: `Disk 0.1`, `OSD: 12`, `Port 10:15`. */
const NUMBERED_THING = anyOf(`
  dis[ck] drive hdd ssd nvme osd pd vd ld lun raid array slot bay enclosure shelf tray blade chassis rack row cabinet unit module card
  linecard fan psu supply battery sensor probe channel port interface iface vlan vrf vni tunnel link lane bus core cpu socket gpu node
  host server instance shard partition replica broker worker queue topic zone room floor door camera printer phase circuit pump tank
  valve compressor boiler station gate terminal platform track hall version release v db database tablespace volume pool cluster
  controller adapter hba dimm bank cell inverter panel ups outlet pdu ap radio store branch building device elevator rule group
  festplatte platte laufwerk steckplatz schacht lüfter kanal schnittstelle knoten raum halle etage netzteil fühler filiale
  disque emplacement ventilateur capteur n(?:œ|oe)ud salle carte disco ranura ventilador puerto nodo sala porta ventola scheda sensore
  dysk gniazdo węzeł schijf poort knooppunt диск порт узел слот датчик сервер 磁盘 硬盘 端口 节点 插槽 风扇 ディスク ポート ノード スロット 디스크 포트 노드 슬롯
`);
/** Holds where the number is not that of a thing. */
const NO_THING = String.raw`(?<!(?:^|[^${L}\d])${NUMBERED_THING}s?(?: ?[:=#]? ?)(?:n[or]\.? ?)?)`;

/** Names of measured figures. */
const METRIC = anyOf(`
  load latency temperature temp usage used? utili[sz]ation ratio rate value score delay lag duration voltage current humidity
  percent(?:age)? depth length size speed free available memory mem ram swap cpu throughput count counter total number errors? failures?
  retries connections? requests? messages? bytes rtt jitter loss backlog threshold limit average avg max(?:imum)? min(?:imum)? mean median
  sum last actual offset auslastung temperatur wert anzahl nutzung charge valeur valor carga temperatura uso température valore
  значение загрузка 当前值 值 温度 使用率 値 温度 사용률
`);
/** Words before a measured figure or a threshold. */
const MEASURES = anyOf(`
  is was are were currently now value of than above below over under at exceeds? exceeded exceeding reached reaches hits? equals by
  ist liegt bei beträgt über unter est atteint supera alcanza è supera 为 是 达到 超过 ist
`);

/** Comes first in an alternative, so that the costly conditions on the text before are tried only at numbers. */
const AT_NUMBER = String.raw`(?=[-+]?\d)`;
/** A number that is no part of a name, a version, an address or a path. */
const START = String.raw`(?<![${L}\d_.:/@#-])`;
const END = String.raw`(?![${L}\d_:/@-]|[.,]\d)`;
const NUMBER = String.raw`[-+]?(?:\d{1,3}(?:[.,'’\u00a0\u202f]\d{3}){1,4}(?!\d)(?:[.,]\d{1,9})?|\d{1,15}(?:[.,]\d{1,9})?)`;

const UNIT = anyOf(String.raw`
  percent prozent pct pour\scent por\sciento por\scento per\scento procent procenta? процент(?:а|ов)? yüzde
  ms µs us ns millis(?:econds?)? sec(?:s|ond[eis]?s?|onden)? sek(?:unden?|under)? segundos? mins? minut(?:es?|en|os?|i|er|a|y)?
  hrs? hours? std stunden? heures? horas? ore uur timmar days? tage?n? jours? d[ií]as? giorni dagen weeks? wochen? semaines? semanas?
  months? monate?n? mois years? jahre?n? dakika saniye saat gün sekund godzin dni dagar
  секунд[${L}]? минут[${L}]? час(?:а|ов)? дн(?:я|ей) день
  [kmgtp]i?b(?:it|yte)?s?(?:/s|ps)? [kmgt]?bps [kmg]bits?(?:/s)? bytes? octets? °[cf]? degrees? grad degrés rpm u/min rps qps tps iops
  (?:req|ops?|msgs?|pkts?|packets|requests|messages|errors)/(?:s|sec|min) /(?:s|sec|min) volts? mv amps? ma watts? kwh? k?va hz dbm? ppm lux hpa psi
`);
const CJK_UNIT = anyOf(
  '% 秒钟? 毫秒 分钟? 小时 時間 天 日間? 次 回 个 個 条 件 百分点 パーセント 초 분 시간 일 회 건 개 퍼센트',
);

/** What is counted, and verbs that end in s as nouns do. */
const COUNTED = anyOf(`
  errors? alerts? alarms? messages? nodes? pods? hosts? servers? services? replicas? connections? requests? jobs? failures? attempts?
  times? events? items? files? users? retries entries queries processes matches instances? checks? devices? packets? records? issues?
  problems? incidents? warnings? exceptions? crashes restarts? threads? targets? containers? occurrences? tasks? backups? updates?
  Fehlern? Meldungen Ereignissen? Verbindungen Versuchen? Warnungen Knoten Dateien Nachrichten Anfragen Hosts Dienste Aufträgen? Mal
  erreurs? fois alertes? connexions? requêtes? fichiers? errores? veces conexiones mensajes archivos alertas? erros? vezes conexões
  mensagens errori? volte connessioni messaggi avvisi fouten keer meldingen verbindingen berichten błęd(?:y|ów) razy hata kez fel gånger
  ошиб(?:ка|ки|ок) раза? сообщени[йя] соединени[йя]
`);
const VERBS_IN_S = anyOf(`
  is was has does goes fails needs exceeds stops responds reports returns runs shows becomes remains starts hangs flaps drops loses
  misses reaches expires keeps seems looks less this its as us plus across versus status access address always bus class pass
`);
const PLURAL = String.raw`(?:${COUNTED}|(?!${VERBS_IN_S}(?![${L}]))[${L}]{3,30}(?<![su])s)(?![${L}\d_-])`;
const ADJECTIVE = anyOf(`
  new failed failing active critical open unread pending more other unhealthy different consecutive slow unique total warning running
  missing neue offene kritische fehlgeschlagene nouvelles? nuevos? nuevas?
`);

const MONTH = anyOf(`
  jan(?:uary|uar|vier|v)? feb(?:ruary|ruar)? f[ée]vr(?:ier)? mar(?:ch|s|zo)? märz apr(?:il)? avr(?:il)? mai may june? juin ju[ln]i? july juil(?:let)? aug(?:ust)?
  août sept?(?:ember|embre)? o[ck]t(?:ober|obre)? nov(?:ember|embre)? de[cz](?:ember)? déc(?:embre)? enero febrero abril mayo junio julio agosto
`);
const WEEKDAY = String.raw`(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? )?`;
const ZONE = String.raw`(?: ?(?:z|utc|gmt|ces?t|msk|uhr|[+-]\d\d:?\d\d)(?![${L}\d]))?`;
const CLOCK = String.raw`(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?(?![${L}]))?${ZONE}`;
const DATE = String.raw`(?:\d{1,2}\.? ${MONTH}\.?,?(?: \d{4})?|${MONTH}\.? {1,2}\d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)(?![\d.:/]\d)`;

const CODE_FILE =
  'py|pyc|java|go|js|mjs|ts|tsx|jsx|rb|php|c|cc|cpp|h|hpp|cs|rs|kt|scala|pl|pm|sh|ex|lua|swift|vb|sql';
const ID_VALUE = String.raw`(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{16,64}|\d{5,20})`;
const REASON_PHRASE =
  '(?: (?:ok|bad gateway|service unavailable|gateway time-?out|internal server error|not found|forbidden|unauthori[sz]ed|too many requests|bad request))?';

const join = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'gi');

/** What differs between two reports of the same thing, by what it is. The order counts: a date is cut before its numbers. */
export const VARYING: readonly (readonly [what: string, pattern: RegExp])[] = [
  [
    'times',
    join(
      String.raw`(?<!\d)(?:19|20)\d\d([-./_])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)(?:[t _]${CLOCK})?`,
      String.raw`(?<!\d)(?:19|20)\d{6}[t_-]?\d{4}(?:\d\d)?z?(?![${L}\d])`,
      String.raw`\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}月\d{1,2}日|\d{1,2}[时時点]\d{1,2}分`,
      String.raw`${AT_NUMBER}${START}\d{1,2}([./-])\d{1,2}\2(?:19|20)\d\d${END}`,
      String.raw`(?<![${L}\d_.:/-])${WEEKDAY}${DATE}`,
      String.raw`${AT_NUMBER}${NO_THING}${START}${CLOCK}${END}`,
      String.raw`${AT_NUMBER}${START}1[4-9]\d{8}(?:\d{3})?${END}`,
      String.raw`(?<![${L}\d])P(?:\d{1,5}D)?T(?:\d{1,6}[HMS]){1,3}(?![${L}])`,
    ),
  ],
  [
    'ids of processes and requests, positions in code, attempts, results',
    join(
      String.raw`(?=\[)(?<!${NUMBERED_THING})(?<=[${L}\d)])\[\d{1,10}\](?=:)`,
      String.raw`(?<=\.(?:${CODE_FILE})):\d{1,7}(?::\d{1,5})?(?!\d)`,
      String.raw`(?<![${L}])(?:at|on|in|near|in der|à la|en la) (?:line|zeile|ligne|línea|linha|riga) \d{1,7}`,
      String.raw`(?<![${L}_])(?:pid|tid|process|prozess|thread)(?:[ -]?id)?[ :=#-]{0,3}\(?\d{1,10}\)?(?![${L}\d])`,
      String.raw`(?<![${L}])(?:attempt|retry|try|versuch|tentative|essai|intento|tentativa|tentativo|poging|попытка)[ :#]{1,2}\d{1,6}(?: ?(?:of|/|von|sur|de|di|van|из) ?\d{1,6})?`,
      String.raw`\d{1,6}(?:st|nd|rd|th) (?:time|attempt|retry|try|occurrence)(?![${L}])|第 ?\d{1,6} ?次|\d{1,6}回目|\d{1,6}\. (?:versuch|mal)(?![${L}])`,
      String.raw`(?<![${L}])(?:exit(?:ed)?(?: with)?(?: (?:code|status|value))?|(?:return |status |response |exit )?code|rc|errno)[ :=]{1,2}\(?-?\d{1,10}\)?(?!\d)`,
      String.raw`(?<=(?<![${L}])https?)(?:/\d(?:\.\d)?)?(?: status)?(?: code)?[ :=]{1,2}[1-5]\d\d(?![\d./:])${REASON_PHRASE}`,
      String.raw`(?=\d)(?<=(?<![${L}])(?:status|returned|returns|got|received|responded with) )[1-5]\d\d(?![\d./:])${REASON_PHRASE}`,
      String.raw`${AT_NUMBER}${START}[1-5]\d\d${REASON_PHRASE.slice(0, -1)}(?![${L}])`,
      String.raw`(?<![${L}])(?:request|trace|correlation|transaction|session|message|span|invocation|execution|req)(?:[ _-]?id)?[ :=#]{1,2}${ID_VALUE}(?![${L}\d])`,
      String.raw`(?<![${L}])(?:commit|revision|rev|sha)[ :=]{1,2}[0-9a-f]{7,40}(?![${L}\d])`,
      String.raw`(?<=(?<![${L}])(?:build|run|pipeline|workflow|job|deployment|deploy)) #\d{1,10}`,
      String.raw`(?<=(?<![${L}])(?:at|address|ip|pointer) )0x[0-9a-f]{4,16}(?![${L}\d])`,
    ),
  ],
  [
    'percentages, figures with a unit, counts',
    join(
      String.raw`${AT_NUMBER}${START}${NUMBER}[ \u00a0\u202f]?[%％‰]`,
      String.raw`(?<![${L}\d])%[ \u00a0]?${NUMBER}${END}`,
      String.raw`${AT_NUMBER}${START}(?:${NUMBER}[dhms](?![${L}])[ ,]{0,2}|${NUMBER}[dhms](?=\d)){1,5}(?![${L}\d_:/-])`,
      String.raw`${AT_NUMBER}${NO_THING}(?<=[:=] |[=<>(~]|(?<![${L}\d_.-])(?:${METRIC}[:=]? ?|(?:${MEASURES}|for|since|after|in|within) ))${NUMBER} ?[acdfhmsvw](?![${L}\d_-])`,
      String.raw`${AT_NUMBER}${NO_THING}${START}${NUMBER} [smhd](?![${L}\d_-])`,
      String.raw`${AT_NUMBER}${START}${NUMBER}[ \u00a0\u202f-]?${UNIT}(?![${L}\d_-])`,
      String.raw`${AT_NUMBER}${START}${NUMBER} ?${CJK_UNIT}`,
      String.raw`[([]\d{1,6} ?\/ ?\d{1,6}[)\]]|\([x×] ?\d{1,6}\)|\(\d{1,6} ?[x×]\)|×\d{1,6}`,
      String.raw`${AT_NUMBER}${NO_THING}${START}\d{1,6}(?:\/| ?(?:of|out of|von|sur|de|di|van|из) ?)\d{1,6}(?= (?:${ADJECTIVE} ){0,2}(?:ready|up|down|healthy|available|online|${PLURAL}))`,
      String.raw`${AT_NUMBER}${NO_THING}${START}${NUMBER}(?= (?:${ADJECTIVE} ){0,2}${PLURAL})`,
    ),
  ],
  [
    'measured figures',
    join(
      String.raw`${AT_NUMBER}(?<=(?<![${L}\d_.-])${METRIC} ?[:=] ?)${NUMBER}${END}`,
      String.raw`${AT_NUMBER}${NO_THING}(?<=(?<![${L}\d_.-])[${L}]{3,30}(?<![su])s: ?)${NUMBER}${END}`,
      String.raw`${AT_NUMBER}(?<=(?<![${L}\d_.-])(?:load average|queue (?:depth|length|size)|response time|count) )${NUMBER}${END}`,
      String.raw`${AT_NUMBER}(?<=[<>≥≤]=? ?|(?<![${L}\d_.-])${MEASURES} )${NUMBER}${END}`,
      String.raw`${AT_NUMBER}(?<=(?<![${L}])from )${NUMBER} to ${NUMBER}${END}`,
      String.raw`${AT_NUMBER}${NO_THING}${START}[-+]?\d{1,15}[.,]\d{1,9}${END}`,
    ),
  ],
];
