/**
 * Words of other languages that say that an alarm is over, for titles and other lines of text. `LABELS` count at the start, in
 * brackets or at the end after a sign: `[Behoben] …`, `… : normal`. `PHRASES` count anywhere, unless they are negated.
 */
const joinWords = (text: string): string => text.trim().split(/\s+/).join('|').replaceAll('_', ' ');

/** Words of languages with letters. They may mean something else within a sentence: a closed door, a stopped process. */
const LABELS = joinWords(`
  behoben gelöst erledigt geschlossen beendet entwarnung wiederhergestellt wiederherstellung aufgehoben
  résolue? rétablie? rétablissement clôturée? fermée? terminée? résolution
  resuelt[oa] cerrad[oa] finalizad[oa] recuperad[oa] recuperación restablecid[oa] solucionad[oa] normalizad[oa]
  resolvid[oa] fechad[oa] encerrad[oa] recuperação restabelecid[oa] restaurad[oa] normalizad[oa] solucionad[oa]
  risolt[oa] chius[oa] rientrat[oa] ripristinat[oa] ripristino normale
  opgelost hersteld herstel gesloten verholpen afgesloten
  rozwiązan[yaeo] naprawion[yaeo] przywrócon[yaeo] zamknięt[yaeo] usunięt[yaeo] odzyskan[yaeo]
  реш[её]н[аоы]? устран[её]н[аоы]? восстановлен[аоы]? восстановление исправлен[аоы]? закрыт[аоы]? снят[аоы]? отбой норма
  вирішен[аоий]* усунен[аоий]* усунуто відновлен[аоий]* відновлення виправлено закрит[аоий]* норма
  vyřešen[aoýá]? obnoven[aoýáí]* opraven[aoýá]? uzavřen[aoýá]? vyriešen[éýá] obnoven[éýá] opraven[éýá]
  çözüldü düzeldi giderildi düzeltildi iyileşti kapatıldı kapandı
  löst åtgärda[dt] återställ[dt]a? avslutad stäng[dt] løst utbedret gjenopprettet lukket udbedret genoprettet afsluttet
  ratkaistu korjattu palautunut palautettu toipunut normalisoitunut suljettu
  megoldva megoldódott helyreállt helyreállítva elhárítva lezárva
  rezolvat remediat restabilit επιλύθηκε αποκαταστάθηκε נפתר תוקן teratasi pulih
  bình_thường đã_đóng
`);
/** Words of languages with letters that mean the end of a problem wherever they stand. */
const PHRASES = joinWords(`
  behoben wiederhergestellt gelöst entwarnung erholt beseitigt (?:wieder|zurück)_(?:ok|online|erreichbar|verfügbar|normal|gesund|in_ordnung|im_normalbereich|da|up)
  (?:alarm|störung|problem|warnung|vorfall)_(?:ist_|wurde_)?(?:beendet|geschlossen|aufgehoben|vorbei|vorüber) alarmende
  résolue?s? rétablie?s? retour_à_la_normale (?:de_nouveau|à_nouveau)_(?:ok|opérationnel(?:le)?|disponible|en_ligne|accessible|joignable)
  fin_(?:d'|de_l'|d’|de_l’)(?:alerte|alarme|incident) (?:alerte|incident|alarme)_(?:est_|a_été_)?(?:clôturée?|fermée?|terminée?|levée?)
  resuelt[oa]s? recuperad[oa]s? restablecid[oa]s? restaurad[oa]s? solucionad[oa]s? normalizad[oa]s? (?:vuelve|ha_vuelto|volvió)_a_(?:la_normalidad|estar_(?:en_línea|disponible|ok))
  fin_de_(?:la_)?(?:alerta|alarma) (?:alerta|alarma|incidente|incidencia)_(?:ha_sido_)?(?:cerrad[oa]|finalizad[oa])
  resolvid[oa]s? restabelecid[oa]s? (?:voltou|retornou)_(?:ao_normal|à_normalidade) (?:alerta|alarme|incidente)_(?:foi_)?(?:fechad[oa]|encerrad[oa])
  risolt[oaie] ripristinat[oaie] rientrat[oaie] tornat[oaie]_(?:alla_normalità|normale|online|raggiungibile|disponibile|ok) (?:allarme|incidente)_(?:è_(?:stato_)?)?(?:chiuso|cessato)
  opgelost hersteld verholpen weer_(?:online|bereikbaar|beschikbaar|normaal|ok|in_orde) (?:melding|storing|alarm)_(?:is_)?(?:gesloten|voorbij)
  rozwiązan[yaeo] naprawion[yaeo] przywrócon[yaeo] ponownie_(?:dostępn[yaeo]|online|działa) (?:wrócił[ao]?|powrócił[ao]?)_do_normy (?:alarm|problem|awaria)_(?:został_|została_)?(?:zamknięt[yae]|usunięt[yae])
  (?:по)?реш[её]н[аоы]? устран[её]н[аоы]? восстановлен[аоы]? восстановил(?:ся|ась|ось|ись) исправлен[аоы]? верну(?:лся|лась|лось|лись)_в_норму пришл?[аио]?_в_норму нормализовал(?:ся|ась|ось|ись)
  снова_(?:доступ[её]?н[аоы]?|в_сети|работает|онлайн) (?:проблема|авария|тревога|инцидент)_(?:была_|был_)?(?:закрыт[аоы]?|снят[аоы]?|завершен[аоы]?|окончена)
  вирішен[аоий]+ усунен[аоий]+ усунуто відновлен[аоий]+ відновив(?:ся|ась|ось) знову_(?:доступн(?:ий|а|е|о)|працює|онлайн) повернув(?:ся|лась|лось)_до_норми (?:проблема|аварія|тривога|інцидент)_(?:закрит[аоий]+|завершен[аоий]+)
  vyřešen[aoýáy]? obnoven[aoýáy]? opraven[aoýáy]? (?:opět|znovu)_(?:dostupn[ýáé]|online|v_pořádku|funkční) vyriešen[éýáy] opäť_(?:dostupn[ýáé]|online)
  çözüldü düzeldi giderildi iyileşti normale_döndü (?:tekrar|yeniden)_(?:çevrimiçi|erişilebilir|çalışıyor)
  löst åtgärda[dt] återställ[dt]a? (?:åter|igen)_(?:online|tillgänglig|normal) tillbaka_till_normal(?:t|läge)?
  løst utbedret gjenopprettet genoprettet udbedret tilbake_til_normal[t]? tilbage_til_normal[t]? (?:online|tilgjengelig|tilgængelig|oppe)_igjen (?:online|tilgængelig|oppe)_igen
  ratkaistu korjattu palautunut toipunut palannut_normaaliksi jälleen_(?:saatavilla|tavoitettavissa|online|toiminnassa)
  megoldva megoldódott megoldották helyreállt helyreállítva elhárítva elhárították (?:újra|ismét)_(?:elérhető|online|működik|ok)
  rezolvat[ăe]? remediat[ăe]? restabilit[ăe]? επιλύθηκε αποκαταστάθηκε
  đã_(?:được_)?(?:giải_quyết|khắc_phục|khôi_phục|phục_hồi|xử_lý_xong) trở_lại_bình_thường hoạt_động_trở_lại
  kembali_normal sudah_(?:teratasi|pulih) แก้ไขแล้ว กลับสู่(?:สภาวะ|สภาพ)?ปกติ
  تم_(?:ال)?حل تم_حلها تمت_(?:ال)?(?:استعادة|معالجة) تم_استعادة تعافى عاد(?:ت)?_إلى_(?:الوضع_)?الطبيعي
`);

/** Words before a phrase that negate it, or put it into the future. */
const NEGATIONS = joinWords(`
  nicht nie kein keine keiner keinen ohne muss müssen soll sollte wird werden kann könnte bitte pas ne non jamais aucun aucune sans doit doivent sera être
  no sin nunca debe deben será puede não nao nunca sem deve será precisa mai senza deve sarà niet geen nooit moet wordt zal
  nie bez brak musi będzie zostanie не нет ни без должен должна должно будет нужно необходимо ні немає треба буде není nebyl nebyla nebylo bude musí
  değil inte ej måste ska ikke ikkje må vil skal skulle ei eivät pitää täytyy nem nincs sem kell nu trebuie chưa không cần لم لا غير ليس لن
`);
/** Words of failure. Something could not be restored. */
const FAILURES =
  /fehlgeschlagen|gescheitert|misslungen|échou|échec|impossible|fall[oó]|fallid|falhou|falha\b|fallit|impossibile|mislukt|nie udało|nie powiod|не удалось|неудач|ошибка восстановления|не вдалося|selhal|nezdařil|başarısız|misslyckad|mislyk|feilet|epäonnistu|sikertelen|eșuat|thất bại|فشل/iu;

const LABELLED = new RegExp(
  String.raw`^[^\p{L}\p{N}]*(?:${LABELS})(?:\s*[:|\])!.,\u2013\u2014]|\s+[-\u2013\u2014]\s|\s*$)|[[(【]\s*[^\p{L}\p{N}]*(?:${LABELS})(?:: ?\d+)?\s*[\])】]|(?:[:>|\u2013\u2014\u2192]|\s-)\s+(?:${LABELS})[^\p{L}\p{N}]*$`,
  'iu',
);
const SAID = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${PHRASES})(?![\p{L}\p{M}\p{N}])`, 'iu');
const NEGATED = new RegExp(
  String.raw`(?<![\p{L}\p{M}])(?:${NEGATIONS})(?![\p{L}\p{M}])[^.!?:;]{0,40}?(?<![\p{L}\p{M}\p{N}])(?:${PHRASES})(?![\p{L}\p{M}\p{N}])|(?<![\p{L}\p{M}\p{N}])(?:${PHRASES}) (?:nicht|не|non|nem)(?![\p{L}\p{M}])`,
  'iu',
);

/** Chinese and Japanese write no blanks. Labels are in brackets, at the start before a sign, or at the end after one. */
const CJK_LABELS =
  '(?:正常|恢复|恢復|已恢复|已恢復|恢复正常|恢復正常|恢复通知|恢復通知|告警恢复|告警恢復|解除|已解除|告警解除|解决|解決|已解决|已解決|已关闭|已關閉|关闭|關閉|消除|已消除|已修复|已修復|復旧|復旧済み|復旧通知|回復|復帰|解消|解決済み|解決済|復元|終息|クローズ|完了|복구|복구됨|복구 완료|해제|해제됨|해결|해결됨|해결 완료|정상|정상화|종료)';
const CJK_LABELLED = new RegExp(
  String.raw`[[(【「（〔]\s*[^\p{L}\p{N}]*${CJK_LABELS}(?:: ?\d+)?\s*[\])】」）〕]|^[^\p{L}\p{N}]*${CJK_LABELS}(?:\s*[:：|!！,，、\u2013\u2014-]|\s+|$)|(?:[:：>|\u2013\u2014\u2192]|\s-)\s*${CJK_LABELS}[^\p{L}\p{N}]*$|(?:\s|状态[为是]?|変为|变为|转为|轉為|恢复为)${CJK_LABELS}[^\p{L}\p{N}]*$`,
  'u',
);
const CJK_SAID =
  /恢复|恢復|已?解除(?:告警|警报|警報|报警)|(?:告警|警报|警報|报警|故障|异常|異常|アラート|アラーム)(?:が|は|을|를|이|가)?\s?(?:已经|已|被|自动|自動)*(?:解除|解决|解決|消除|清除|关闭|關閉|修复|修復|解消)|(?:已|已经|已被)(?:解决|解決|消除|修复|修復)|復旧|回復|復帰し|正常(?:に戻|化|値に|復帰)|解消(?:され|し|済)|解決(?:され|し|済)|복구|해제|해결(?:됨|되|완료|했)|정상(?:화|으로|적으로 복)/u;
/** Not yet, not at all, or only the name of something: a recovery point, a plan. */
const CJK_NEGATED =
  /[未没沒无無不难難待需](?:有|能|法|曾|可|被|自动|自動)*\s?(?:恢复|恢復|解除|解决|解決|消除|修复|修復|復旧|回復|復帰|解消|正常)|(?:尚未|还没|還沒|无法|無法|不能|没有|沒有|等待|正在|需要|请|請|如何|是否)[^,，。;；]{0,6}(?:恢复|恢復|解除|解决|解決|消除|修复|修復|处理)|(?:恢复|恢復|修复|修復|復旧|回復|解除|復帰|解決)(?:に|が|は|操作|任务|任務|处理)?(?:失败|失敗|不能|不可|不了|中|待ち|できません|できない|できず|しません|しない|していません|されていません|されません|せず|点|點|模式|方案|计划|計畫|計画|手順|作業|予定|見込|时间|時間|任务|任務|错误|錯誤|异常|異常|超时|超時)|(?:灾难|灾备|災難|災害|数据|數據|データ|障害)(?:恢复|恢復|復旧)(?!正常|しました|済)|非正常|不正常|비정상|미(?:복구|해결|해제)|(?:복구|해결|해제|정상화)\s?(?:실패|불가|중|필요|대기|예정|지점|모드|되지|하지|안)|(?:못|안)\s?(?:복구|해결|해제)/u;

/** Words that negate what stands beside them, in a text of a few words. */
const NEGATION_WORD =
  /(?<![\p{L}\p{M}])(?:nicht|kein(?:e[rn]?)?|nie|pas|niet|geen|не|ні|нет|немає|ikke|inte|ej|ei|değil|nem|nincs|không|chưa|não|nao|non|sin|sem|senza|není|bez|nu|لم|غير|ليس)(?![\p{L}\p{M}])|[未没沒不无無非]|비정상|미(?:복구|해결|해제)|않/iu;

/** Returns whether a short text contains a negation of another language than English. */
export function hasForeignNegation(text: string): boolean {
  return NEGATION_WORD.test(text);
}

/** Returns whether a line of text says in another language than English that an alarm is over. */
export function isForeignRecovery(text: string): boolean {
  if (/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text))
    return (CJK_LABELLED.test(text) || CJK_SAID.test(text)) && !CJK_NEGATED.test(text);
  if (LABELLED.test(text)) return true;
  return SAID.test(text) && !NEGATED.test(text) && !FAILURES.test(text);
}
