/** The maximum length of a name or word. Unicode normalization of longer text could take more than quadratic time. */
const MAX_LENGTH = 30;

/** Removes accents and punctuation, and lower-cases: `Gelöst`, `résolu`. */
const normaliseText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s_-]/gu, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * Parses a table of translations. Each line has an English word, then the words for it in other languages. A line that is
 * indented further continues the one before.
 */
const parseTranslations = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .replaceAll(/\n {4,}/g, ' ')
      .split('\n')
      .flatMap((line) => {
        const [english = '', ...others] = line.trim().split(/\s+/);
        return others.map((other) => [normaliseText(other), english] as const);
      }),
  );

const NAMES = parseTranslations(`
  title titel titre titulo titolo tytul baslik nazev cim otsikko tieude tittel betreff sujet asunto assunto oggetto тема заголовок 标题 標題 主题 件名 タイトル 제목
  message meldung nachricht wiadomosc komunikat zprava mesaj meddelande besked melding viesti uzenet thongbao повідомлення رسالة mensaje mensagem messaggio сообщение 消息 内容 メッセージ 메시지
  description beschreibung descripcion descricao descrizione описание 描述 説明 설명
  status zustand statut estado stato stan stav durum tilstand tillstand tila allapot trangthai стан الحالة состояние статус 状态 狀態 状態 ステータス 상태
  severity schweregrad gravite waznosc zavaznost onemderecesi allvarlighetsgrad alvorlighed alvorlighetsgrad vakavuus sulyossag mucdo ernst важливість الخطورة gravedad severidad severidade gravita важность серьезность 级别 严重程度 等级 重要度 深刻度 심각도
  priority prioritat priorite prioridad prioridade priorita приоритет 优先级 優先度 우선순위
  host hote rechner hostitel sunucuadi värd palvelin gazda maychu хост 主机 主機 ホスト 호스트
  server servidor serveur сервер 服务器 サーバー 서버
  service dienst servicio servico servizio сервис служба 服务 サービス 서비스
  timestamp zeitstempel zeitpunkt horodatage время 时间 時刻 日時 시간
`);

const WORDS = parseTranslations(`
  resolved behoben gelost erledigt resolu resolue resuelto resuelta resolvido resolvida risolto risolta opgelost verholpen rozwiazany rozwiazane rozwiazana решен решено решена
    решены устранено устранена устранен вирішено вирішена усунено vyreseno vyresen vyriesene cozuldu giderildi atgardad løst ratkaistu megoldva megoldodott
    dagiaiquyet giaiquyet dakhacphuc تمالحل تمحلها محلول 已解决 已解決 解决 解決 解決済 解決済み 已消除 消除 已修复 已修復 解消 해결 해결됨 해결완료
  recovered wiederhergestellt entwarnung erholt retabli retablie recuperado recuperada restablecido restablecida restabelecido restaurado ripristinato ripristinata rientrato hersteld
    przywrocony przywrocone восстановлено восстановлен восстановлена відновлено відновлена obnoveno obnoven duzeldi iyilesti aterstalld aterstallt gjenopprettet genoprettet
    palautunut toipunut helyreallt dakhoiphuc daphuchoi تعافى تمتالاستعادة 恢复 已恢复 恢復 已恢復 恢复正常 恢復正常 解除 已解除 告警解除 告警恢复 復旧 復旧済 復旧済み 回復 復帰 正常化
    복구 복구됨 복구완료 해제 해제됨 정상화
  closed geschlossen ferme fermee cloture cloturee cerrado cerrada fechado fechada encerrado chiuso chiusa gesloten zamkniety zamkniete zamknieta закрыто закрыт закрыта закрито закрита
    uzavreno uzavren kapatildi kapalı avslutad stangd lukket afsluttet suljettu lezarva dadong مغلق 已关闭 已關閉 关闭 關閉 終了 クローズ 종료
  normal normale normaal normalny normalne norma норма нормальный нормально normalni normalt normaali normalis binhthuong طبيعي 正常 정상
  alert alarme alarma alerte alerta allarme alarmlı тревога тривога halytys riasztas canhbao تنبيه انذار 告警 告警中 报警 警报 警報 発生 発報 触发 觸發 발생
  problem problema probleme storung panne fallo falha guasto storing awaria проблема авария аварія porucha sorun ariza fejl feil vika hiba suco مشكلة 故障 障害 异常 異常 장애
  down ausgefallen caido caida недоступен недоступно недоступна недоступний nedostupny 宕机 离线 離線 ダウン 다운
  critical kritisch critique critico critica kritiek krytyczny krytyczna критический критично критическая критичний kriticky kritik kritisk kriittinen kritikus 严重 嚴重 紧急 緊急 危急 致命 重大 심각 긴급
  error fehler erreur errore erro blad ошибка помилка chyba hata virhe loi خطأ 错误 錯誤 エラー 오류
  high hoch eleve elevee alto alta высокий высокая 高 높음
  warning warnung avertissement advertencia aviso avviso waarschuwing ostrzezenie предупреждение попередження varovani uyari uyarı varning advarsel varoitus figyelmeztetes تحذير 警告 预警 경고 주의
  medium mittel moyen media средний средняя 中 보통
  low niedrig faible bajo baja baixo basso низкий низкая 低 낮음
  info hinweis информация 信息 通知 정보
`);

/** Translates the name of a field to normalised English; `undefined` if it is unknown. */
export function toEnglishName(name: string): string | undefined {
  return name.length > MAX_LENGTH ? undefined : NAMES.get(normaliseText(name));
}

/** Translates a word for a state or severity to English; `undefined` if it is unknown. */
export function toEnglishWord(text: string): string | undefined {
  return text.length > MAX_LENGTH ? undefined : WORDS.get(normaliseText(text));
}
