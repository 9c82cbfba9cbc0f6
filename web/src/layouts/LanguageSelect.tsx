import { GlobalOutlined } from '@ant-design/icons';
import { Select, Spin } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { Language } from '../app/session/language.ts';
import { language, languages, switchLanguage } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';

/** Chooses the interface language; shows a spinner until the page reloads in it. */
export function LanguageSelect(): ReactNode {
  const [next, setNext] = useState<Language | null>(null);
  return (
    <>
      <Select<Language>
        aria-label={t('language.name')}
        variant="borderless"
        popupMatchSelectWidth={false}
        prefix={<GlobalOutlined aria-hidden />}
        value={next ?? language}
        options={[...languages]}
        onChange={(chosen) => {
          if (chosen === language) return;
          setNext(chosen);
          switchLanguage(chosen);
        }}
      />
      {next === null ? null : <Spin fullscreen />}
    </>
  );
}
