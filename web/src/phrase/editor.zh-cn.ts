import type { editorEn } from './editor.en.ts';

/** Sentences of the document editor and its dialogs. */
export const editorZhCn: { readonly [Key in keyof typeof editorEn]: string } = {
  'editor.grid.open': '打开{column}',
  'editor.grid.noOffers': '没有找到',
  'editor.grid.totals': '合计',
  'editor.grid.problem': '第 {row} 行 · {column}：{reason}',
  'editor.grid.moreProblems': '还有 {count} 处',
  'editor.grid.empty': '还没有明细',
};
