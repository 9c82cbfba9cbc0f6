import type { MenuEntry } from '@tradehouse/contract';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { t } from '../phrase/index.ts';

const MOST = 12;

export function ShortcutChoice({
  pages,
  chosen,
  onChoose,
}: {
  readonly pages: readonly MenuEntry[];
  readonly chosen: readonly string[];
  readonly onChoose: (urls: readonly string[]) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className="shortcut-choice">
      <label htmlFor={id}>{t('home.shortcutPages')}</label>
      <Select<string[]>
        id={id}
        mode="multiple"
        maxCount={MOST}
        optionFilterProp="label"
        value={chosen.filter((url) => pages.some((page) => page.url === url))}
        options={pages.map(({ url, text }) => ({ value: url, label: text }))}
        onChange={onChoose}
      />
    </div>
  );
}
