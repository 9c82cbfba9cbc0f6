import { Input, Segmented, Select } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { t } from '../phrase/index.ts';

/** Bars, commas and line breaks separate values. */
const PARTS = /[|,，\n]/;

/** Parses typed values: trimmed, without duplicates. */
export const splitTypedValues = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(PARTS)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** List of words in tags, or in one text with bars between. */
export function ValueTags({
  id,
  value = [],
  onChange,
  disabled = false,
}: {
  readonly id?: string;
  readonly value?: readonly string[];
  readonly onChange?: (values: readonly string[]) => void;
  readonly disabled?: boolean;
}): ReactNode {
  const [mode, setMode] = useState<'tags' | 'text'>('tags');
  const [text, setText] = useState('');
  const named = id === undefined ? {} : { id };
  return (
    <div>
      <Segmented<'tags' | 'text'>
        aria-label={t('values.mode')}
        size="small"
        value={mode}
        options={[
          { value: 'tags', label: t('values.tags') },
          { value: 'text', label: t('values.text') },
        ]}
        onChange={(next) => {
          setText(value.join('|'));
          setMode(next);
        }}
      />
      {mode === 'tags' ? (
        <Select<string[]>
          {...named}
          mode="tags"
          open={false}
          suffixIcon={null}
          disabled={disabled}
          placeholder={t('values.hint')}
          tokenSeparators={['|', ',', '，']}
          value={[...value]}
          onChange={(values) => onChange?.(splitTypedValues(values.join('|')))}
        />
      ) : (
        <Input.TextArea
          {...named}
          disabled={disabled}
          placeholder={t('values.textHint')}
          autoSize={{ minRows: 2, maxRows: 6 }}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onChange?.(splitTypedValues(event.target.value));
          }}
        />
      )}
    </div>
  );
}
