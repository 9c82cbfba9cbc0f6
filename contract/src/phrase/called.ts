export type PhraseLanguage = 'zh-cn' | 'en';

/** Name in every language. */
export type Called = Readonly<Record<PhraseLanguage, string>>;
