import type { PrintTemplate } from '@tradehouse/contract';
import {
  companyFields,
  printFields,
  printLabel,
  printLanguages,
  printWord,
} from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Checkbox, Collapse, Form, Input, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { language } from '../app/language.ts';
import { t } from '../phrase/index.ts';
import { ItemList } from './ItemList.tsx';
import { LogoField } from './LogoField.tsx';

interface Props {
  readonly code: KindCode;
  readonly template: PrintTemplate;
  readonly onChange: (template: PrintTemplate) => void;
  readonly logo: string;
}

/** A field, and what a company calls it. */
interface Named<Field extends string> {
  field: Field;
  label: string;
}

/** What a template says, section by section. */
export function TemplateForm({ code, template, onChange, logo }: Props): ReactNode {
  const has = printFields(code);
  const { header, facts, lines, footer, margins } = template;
  const put = (part: Partial<PrintTemplate>): void => onChange({ ...template, ...part });
  const putHeader = (part: Partial<typeof header>) => put({ header: { ...header, ...part } });
  const putLines = (part: Partial<typeof lines>) => put({ lines: { ...lines, ...part } });
  const putFooter = (part: Partial<typeof footer>) => put({ footer: { ...footer, ...part } });
  const nameOf = (field: string): string => printLabel(language, code, field);
  const named = <Field extends string>(field: Field) => ({ field, label: '' });
  const list = <Field extends string>(
    name: string,
    items: readonly Named<Field>[],
    offered: readonly Field[],
    onList: (items: Named<Field>[]) => void,
  ) => (
    <ItemList
      name={name}
      items={items}
      offered={offered}
      nameOf={nameOf}
      made={named}
      onChange={(changed) => onList([...changed])}
    />
  );
  const roll = template.height === null;
  return (
    <Form layout="vertical" component={false}>
      <Collapse
        defaultActiveKey={['header', 'lines']}
        items={[
          {
            key: 'page',
            label: t('print.section.page'),
            children: (
              <>
                <div className="print-numbers">
                  <Millimetres
                    label={t('print.width')}
                    value={template.width}
                    min={40}
                    max={450}
                    onChange={(width) => put({ width })}
                  />
                  {template.height === null ? null : (
                    <Millimetres
                      label={t('print.height')}
                      value={template.height}
                      min={50}
                      max={600}
                      onChange={(height) => put({ height })}
                    />
                  )}
                  {(['top', 'right', 'bottom', 'left'] as const).map((side) => (
                    <Millimetres
                      key={side}
                      label={t(`print.margin.${side}`)}
                      value={margins[side]}
                      min={0}
                      max={60}
                      onChange={(value) => put({ margins: { ...margins, [side]: value } })}
                    />
                  ))}
                  <Form.Item label={t('print.fontSize')}>
                    <InputNumber<number>
                      aria-label={t('print.fontSize')}
                      value={template.fontSize}
                      min={5}
                      max={24}
                      step={0.5}
                      suffix="pt"
                      onChange={(size) => put({ fontSize: Math.round((size ?? 9) * 2) / 2 })}
                    />
                  </Form.Item>
                </div>
                <Form.Item label={t('print.language')}>
                  <Select
                    aria-label={t('print.language')}
                    value={template.language}
                    options={printLanguages.map((value) => ({
                      value,
                      label: t(`print.language.${value}`),
                    }))}
                    onChange={(value) => put({ language: value })}
                  />
                </Form.Item>
              </>
            ),
          },
          {
            key: 'header',
            label: t('print.section.header'),
            children: (
              <>
                <Form.Item label={t('print.heading')}>
                  <Input
                    aria-label={t('print.heading')}
                    value={header.title}
                    placeholder={nameOfKind(code)}
                    maxLength={40}
                    onChange={({ target }) => putHeader({ title: target.value })}
                  />
                </Form.Item>
                <Form.Item label={t('print.company')}>
                  <Checkbox.Group<(typeof companyFields)[number]>
                    value={[...header.company]}
                    options={companyFields.map((field) => ({
                      value: field,
                      label: printWord(language, field),
                    }))}
                    onChange={(chosen) =>
                      putHeader({ company: companyFields.filter((one) => chosen.includes(one)) })
                    }
                  />
                </Form.Item>
                <LogoField
                  logo={logo}
                  shown={header.logo}
                  onShow={(shown) => putHeader({ logo: shown })}
                />
                <Form.Item label={t('print.code')}>
                  <Select
                    aria-label={t('print.code')}
                    value={header.code}
                    options={(['none', 'barcode', 'qr'] as const).map((value) => ({
                      value,
                      label: t(`print.code.${value}`),
                    }))}
                    onChange={(value) => putHeader({ code: value })}
                  />
                </Form.Item>
                {roll ? null : (
                  <Tick
                    label={t('print.repeatHead')}
                    value={header.repeat}
                    onChange={(repeat) => putHeader({ repeat })}
                  />
                )}
              </>
            ),
          },
          {
            key: 'facts',
            label: t('print.section.facts'),
            children: (
              <>
                <Form.Item label={t('print.across')}>
                  <InputNumber<number>
                    aria-label={t('print.across')}
                    value={facts.across}
                    min={1}
                    max={6}
                    precision={0}
                    onChange={(across) => put({ facts: { ...facts, across: across ?? 1 } })}
                  />
                </Form.Item>
                {list(t('print.section.facts'), facts.fields, has.facts, (fields) =>
                  put({ facts: { ...facts, fields } }),
                )}
              </>
            ),
          },
          {
            key: 'lines',
            label: t('print.section.lines'),
            children: (
              <>
                <ItemList
                  name={t('print.section.lines')}
                  items={lines.columns}
                  offered={has.lines}
                  nameOf={nameOf}
                  made={(field) => ({ ...named(field), width: 0 })}
                  onChange={(columns) => columns.length > 0 && putLines({ columns: [...columns] })}
                />
                <Form.Item label={t('print.layout')}>
                  <Select
                    aria-label={t('print.layout')}
                    value={lines.layout}
                    options={(['table', 'stacked'] as const).map((value) => ({
                      value,
                      label: t(`print.layout.${value}`),
                    }))}
                    onChange={(layout) => putLines({ layout })}
                  />
                </Form.Item>
                {lines.layout === 'stacked'
                  ? null
                  : (['borders', 'keepEmpty', 'totals', 'pageSums'] as const)
                      .filter((name) => !roll || name !== 'pageSums')
                      .map((name) => (
                        <Tick
                          key={name}
                          label={t(`print.lines.${name}`)}
                          value={lines[name]}
                          onChange={(on) => putLines({ [name]: on })}
                        />
                      ))}
              </>
            ),
          },
          {
            key: 'sums',
            label: t('print.section.sums'),
            children: list(t('print.section.sums'), template.sums, has.sums, (sums) =>
              put({ sums }),
            ),
          },
          {
            key: 'footer',
            label: t('print.section.footer'),
            children: (
              <>
                {list(t('print.signs'), footer.signs, has.signs, (signs) => putFooter({ signs }))}
                <Form.Item label={t('print.note')}>
                  <Input.TextArea
                    aria-label={t('print.note')}
                    value={footer.note}
                    maxLength={500}
                    autoSize={{ minRows: 2, maxRows: 6 }}
                    onChange={({ target }) => putFooter({ note: target.value })}
                  />
                </Form.Item>
                {(['agreement', 'repeat', 'pageNumbers', 'printTime'] as const)
                  .filter((name) => !roll || (name !== 'repeat' && name !== 'pageNumbers'))
                  .map((name) => (
                    <Tick
                      key={name}
                      label={t(`print.footer.${name}`)}
                      value={footer[name]}
                      onChange={(on) => putFooter({ [name]: on })}
                    />
                  ))}
              </>
            ),
          },
        ]}
      />
    </Form>
  );
}

const nameOfKind = (code: KindCode): string => documentKinds[code].name[language];

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

const Millimetres = ({ label, value, min, max, onChange }: NumberProps): ReactNode => (
  <Form.Item label={label}>
    <InputNumber<number>
      aria-label={label}
      value={value}
      min={min}
      max={max}
      precision={0}
      suffix="mm"
      onChange={(next) => onChange(next ?? min)}
    />
  </Form.Item>
);

interface TickProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

const Tick = ({ label, value, onChange }: TickProps): ReactNode => (
  <div>
    <Checkbox checked={value} onChange={({ target }) => onChange(target.checked)}>
      {label}
    </Checkbox>
  </div>
);
