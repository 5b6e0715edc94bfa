import type { Severity } from '../plugin-api/event.js';

/** Splits a table of words. `_` stands for a blank inside a word. */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** The scale of all senders. A sender with another scale adds its own words, which take precedence. */
export const SEVERITY_WORDS: Readonly<Record<Severity, readonly string[]>> = {
  CRITICAL: words(`
    critical crit fatal emergency emerg alert disaster panic urgent immediate blocker blocking showstopper catastrophic catastrophe
    highest extreme severest very_high page p0 p1 prio0 prio1 priority0 priority1 sev0 severity0 severity1 s0 s1 l0 l1 level0 level1
  `),
  ERROR: words(`
    error err failure high major severe serious grave important
    p2 prio2 priority2 sev1 severity2 s2 l2 level2
  `),
  WARNING: words(`
    warning warn average minor medium med mid moderate intermediate elevated caution cautionary attention above_normal
    p3 prio3 priority3 sev2 severity3 s3 l3 level3 l4 l5 level4 level5
  `),
  INFO: words(`
    info information informational informative ok okay low very_low lowest notice debug trace verbose trivial negligible minimal cosmetic
    normal below_normal clear cleared p4 p5 prio4 prio5 priority4 priority5 sev3 sev4 sev5 severity4 severity5 s4 s5
  `),
  NOT_AVAILABLE: words('notavailable nodata insufficientdata missingdata'),
  NONE: words('none'),
};

/** Words of other languages: German, French, Spanish, Portuguese, Italian, Dutch, Scandinavian, Finnish and so on. */
export const FOREIGN_SEVERITY_WORDS: Readonly<Partial<Record<Severity, readonly string[]>>> = {
  CRITICAL: words(`
    kritisch dringend notfall katastrophal katastrophe lebenswichtig
    critique urgent urgente urgence catastrophique critico critica urgencia catastrofico catastrofica emergencia catastrofe emergenza
    kritiek spoed spoedeisend krytyczny krytyczna krytyczne pilny pilne katastrofalny katastrofalne katastrofa
    критический критичный критическая критичная критическое критично критичні критичний критична срочный срочно катастрофа чрезвычайный чрезвычайная
    терміновий терміново надзвичайний kriticky kriticka kriticke nalehavy urgentni kritik acil felaket
    紧急 緊急 严重 嚴重 特别严重 危急 致命 灾难 災難 非常に高い 致命的 危険 重大 深刻 災害 クリティカル
    심각 긴급 치명적 위급 재난 nghiem_trong khan_cap tham_hoa kritiskt kritisk bradskande hastende katastrofal
    kriittinen kiireellinen kritikus surgos katasztrofa حرج حرجة طارئ طارئة كارثي كارثة
  `),
  ERROR: words(`
    schwerwiegend schwer hoch fehler ernst wichtig majeur majeure eleve elevee haut haute erreur importante serieux serieuse
    alto alta mayor elevado elevada erro maior errore maggiore elevato elevata
    hoog ernstig fout belangrijk wysoki wysoka wysokie powazny powazna powazne blad wazny wazne
    высокий высокая высокое ошибка серьезный серьезная важный важная важно високий висока високе помилка серйозний серйозна важливий
    vysoky vysoka vysoke chyba zavazny zavazna yuksek hata ciddi onemli
    重要 高 高危 错误 錯誤 主要 较重 较大 高い エラー 重度 높음 오류 중요 주요 cao loi quan_trong
    hog fel allvarlig allvarligt høj fejl alvorlig alvorligt høy feil viktig korkea virhe vakava magas hiba sulyos عال عالي عالية خطا خطير خطيرة
  `),
  WARNING: words(`
    warnung mittel massig maßig mäßig geringfugig durchschnittlich achtung avertissement moyen moyenne modere moderee mineur mineure
    advertencia aviso medio media mediano mediana moderado moderada menor alerta atencion atencao moderato moderata avviso avvertimento avvertenza
    minore attenzione waarschuwing gemiddeld matig middel ostrzezenie sredni srednia srednie umiarkowany uwaga
    предупреждение средний средняя среднее внимание умеренный умеренная незначительный попередження середній середня середнє увага помірний
    varovani stredni upozorneni uyarı uyari orta
    警告 告警 预警 預警 次要 中 中等 中危 一般 注意 注意喚起 ワーニング 軽微 軽度 경고 주의 보통 중간 경미 canh_bao trung_binh
    varning medel mellan advarsel mellem middels moderat varoitus keskitaso kohtalainen figyelmeztetes kozepes تحذير متوسط متوسطة
  `),
  INFO: words(`
    hinweis niedrig gering unbedeutend faible bas basse bajo baja informacion informativo baixo baixa informacao
    basso bassa informazione laag informatie niski niska niskie informacja
    низкий низкая низкое информация информационный информационное низький низька низьке інформація nizky nizka nizke informace
    dusuk bilgi 提示 低 低危 信息 資訊 通知 轻微 輕微 普通 正常 低い 情報 낮음 정보 정상 thap thong_tin
    lag lav matala tiedote alacsony informacio منخفض منخفضة معلومات
  `),
};

/** The words of release 0.2. Versions of plugins that were released with it read by these alone. */
export const SEVERITY_WORDS_0_2: Readonly<Record<Severity, readonly string[]>> = {
  CRITICAL: words('critical crit fatal emergency emerg alert disaster panic sev0 p1'),
  ERROR: words('error err failure high major sev1 p2'),
  WARNING: words('warning warn average minor sev2 p3'),
  INFO: words('info information informational ok okay low notice debug sev3 sev4 p4 p5'),
  NOT_AVAILABLE: words('notavailable nodata insufficientdata'),
  NONE: words('none'),
};
