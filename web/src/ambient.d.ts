/// <reference types="svelte" />
declare module "icon:*" {
  const icon: import("$shell/parts/icon").IconShapes;
  export default icon;
}
declare module "virtual:code-words" {
  const packed: string;
  export default packed;
}
declare module "virtual:icon-credits" {
  const used: Record<string, string[]>;
  export default used;
}
