// The build takes the style sheet along.
declare module '*.css' {}
