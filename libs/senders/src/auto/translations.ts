/** The maximum length of a name or word. Unicode normalization of longer text could take more than quadratic time. */
const MAX_LENGTH = 30;

/** Removes accents and punctuation, and lower-cases: `Gelöst`, `résolu`. */
const normaliseText = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}\s_-]/gu, '')
    .normalize('NFC')
    .toLowerCase();

/** Parses a table of translations. Each line has an English word, then the words for it in other languages. */
const parseTranslations = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [english = '', ...others] = line.trim().split(/\s+/);
        return others.map((other) => [normaliseText(other), english] as const);
      }),
  );

const NAMES = parseTranslations(`
  title titel titre titulo titolo betreff sujet asunto assunto oggetto тема заголовок 标题 標題 主题 件名 タイトル 제목
  message meldung nachricht mensaje mensagem messaggio сообщение 消息 内容 メッセージ 메시지
  description beschreibung descripcion descricao descrizione описание 描述 説明 설명
  status zustand statut estado stato состояние статус 状态 狀態 状態 ステータス 상태
  severity schweregrad gravite gravedad severidad severidade gravita важность серьезность 级别 严重程度 等级 重要度 深刻度 심각도
  priority prioritat priorite prioridad prioridade priorita приоритет 优先级 優先度 우선순위
  host hote rechner хост 主机 主機 ホスト 호스트
  server servidor serveur сервер 服务器 サーバー 서버
  service dienst servicio servico servizio сервис служба 服务 サービス 서비스
  timestamp zeitstempel zeitpunkt horodatage время 时间 時刻 日時 시간
`);

const WORDS = parseTranslations(`
  resolved behoben gelost erledigt resolu resuelto resolvido risolto opgelost решено решена устранено 已解决 解决 解決 해결 해결됨
  recovered wiederhergestellt retabli recuperado ripristinato hersteld восстановлено восстановлен 恢复 已恢复 恢復 已恢復 復旧 回復 복구 복구됨 해제 해제됨
  closed geschlossen ferme cerrado fechado chiuso gesloten закрыто закрыт 已关闭 关闭 終了 종료
  normal normale норма 正常 정상
  alert alarme alarma alerte alerta allarme тревога 告警 报警 告警中 発生 발생
  problem problema probleme storung panne fallo falha guasto проблема авария 故障 障害 异常 異常 장애
  down ausgefallen caido недоступен недоступно 宕机 ダウン
  critical kritisch critique critico critica kritiek критический критично критическая 严重 紧急 危急 致命 重大 심각 긴급
  error fehler erreur errore ошибка 错误 エラー 오류
  high hoch eleve elevee alto alta высокий высокая 高 높음
  warning warnung avertissement advertencia aviso avviso waarschuwing предупреждение 警告 경고 주의
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
