import { GlobalOutlined } from '@ant-design/icons';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { InterfaceLanguage } from '../app/session/language.ts';
import { language, languages, switchLanguage } from '../app/session/language.ts';
import { t } from '../phrase/index.ts';

/**
 * Selects the interface language; shows a spinner until the page reloads. Buttons, because arrow keys change
 * a closed select, and each change would reload the page.
 */
export function LanguageSelect(): ReactNode {
  const [next, setNext] = useState<InterfaceLanguage | null>(null);
  const choose = (chosen: InterfaceLanguage): void => {
    if (chosen === language) return;
    setNext(chosen);
    switchLanguage(chosen, () => setNext(null));
  };
  return (
    <>
      <fieldset className="language-select" aria-label={t('language.name')}>
        <GlobalOutlined aria-hidden />
        {languages.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            lang={value === 'en' ? 'en' : 'zh-CN'}
            aria-pressed={value === (next ?? language)}
            onClick={() => choose(value)}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {next === null ? null : <Spin fullscreen />}
    </>
  );
}
