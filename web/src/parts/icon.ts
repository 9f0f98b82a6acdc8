export type IconShape = [tag: string, attributes: Record<string, string>, children: IconShape[]];
export interface IconShapes {
  box: string;
  shapes: IconShape[];
}
