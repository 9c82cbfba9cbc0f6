export type PhraseLanguage = 'zh-cn' | 'en';

/** What something is called, in every language. */
export type Called = Readonly<Record<PhraseLanguage, string>>;
