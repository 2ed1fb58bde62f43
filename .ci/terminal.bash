# Functions to run the program in a terminal emulator under a virtual display,
# to type keys, and to look at the pixels. Sourced by .ci/screens and
# .ci/screenshots, which set tmp and shots, two folders, and call finish at their
# end.
#
# Nothing waits for a fixed time: a key has been answered once the window has
# changed and then stays the same.

started=()
paper='#16181d' ink='#c8d3f5'
# The background of NLVR's pictures is this grey. No text has it: the ink is bluish.
grey='#d3d3d3'
# The color of the lines of gold boxes, exactly and as the nearest of 256 colors.
gold='#ffdc56'
# Letters without grey edges leave every other color to pictures. SMOOTH=1 looks
# better.
font='DejaVu Sans Mono:antialias=false' bold=false
[[ ! ${SMOOTH:-} ]] || font='DejaVu Sans Mono' bold=true
convert=convert
command -v convert-im6.q16 >/dev/null && convert=convert-im6.q16

finish() {
  tmux -L "faithscope$$" kill-server 2>/dev/null || true
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  rm -rf "$tmp"
}

# poll SECONDS COMMAND… repeats a command until it succeeds or the time is up.
poll() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}

# display starts the virtual display. Environment variables that describe the outer
# terminal must not reach those inside.
display() {
  local n
  echo 'set -g status off' >"$tmp/tmux.conf" # it has a clock
  unset COLORTERM NO_COLOR TERM_PROGRAM TERM_PROGRAM_VERSION LC_TERMINAL TMUX STY SSH_TTY SSH_CONNECTION SSH_CLIENT
  export LC_ALL=C.UTF-8
  for n in $(seq 80 199); do [[ -e /tmp/.X11-unix/X$n || -e /tmp/.X$n-lock ]] || break; done
  export DISPLAY=:$n
  # Without -noreset the server starts over when its last client leaves, and a
  # terminal that connects at that moment finds no display.
  Xvfb "$DISPLAY" -screen 0 1800x1200x24 -noreset -nolisten tcp >"$tmp/xvfb.log" 2>&1 &
  started+=($!)
  poll 60 xdotool getdisplaygeometry >/dev/null 2>&1 || { echo "WRONG: no display"; cat "$tmp/xvfb.log"; exit 1; }
}

# The columns and rows of a terminal.
cells=132x40

# launch NAME COMMAND… starts a terminal of that size with a shell in it.
launch() {
  local xterm=(xterm -xrm 'XTerm*cursorBlink: never' -xrm 'XTerm*allowWindowOps: false'
    -fa "$font" -fs 11 -bg "$paper" -fg "$ink" -geometry "$cells+0+0")
  local shell=(bash --noprofile --rcfile "$tmp/rc" -i)
  case $1 in
    # xterm shows sixel only if it claims to be a VT340.
    xterm) exec "${xterm[@]}" -ti vt340 -xrm 'XTerm*decTerminalID: vt340' -xrm 'XTerm*numColorRegisters: 256' \
      -xrm 'XTerm*maxGraphicSize: 2000x2000' -tn xterm-256color -e "${shell[@]}" ;;
    blocks) exec "${xterm[@]}" -ti vt220 -tn xterm-256color -e "${shell[@]}" ;;
    tmux) exec "${xterm[@]}" -ti vt220 -tn xterm-256color -e "${shell[@]}" ;;
    # In other sizes, and in bold, its letters stick out of their cells and leave
    # pixels behind, as they do on its border.
    mlterm) exec mlterm --term xterm-256color --type xft --deffont "$font" --fontsize 16 --bdfont="$bold" --border 0 \
      --fg "$ink" --bg "$paper" --geometry "$cells" --sbmod none -e "${shell[@]}" ;;
    kitty) LIBGL_ALWAYS_SOFTWARE=1 KITTY_CACHE_DIRECTORY=$tmp exec kitty --config NONE -o font_size=11 \
      -o "initial_window_width=${cells%x*}c" -o "initial_window_height=${cells#*x}c" -o remember_window_size=no -o confirm_os_window_close=0 \
      -o cursor_blink_interval=0 -o enable_audio_bell=no -o update_check_interval=0 \
      -o "foreground=$ink" -o "background=$paper" "${shell[@]}" ;;
  esac >"$tmp/$1.log" 2>&1 &
  terminal=$!
}

# installed NAME reports whether a terminal and what runs in it are installed, and
# says what is missing.
installed() {
  local tool
  for tool in $(tools "$1"); do
    command -v "$tool" >/dev/null || { echo "$1 skipped: $tool is not installed"; return 1; }
  done
}

tools() {
  case $1 in
    blocks) echo xterm ;;
    tmux) echo xterm tmux ;;
    *) echo "$1" ;;
  esac
}

# open NAME launches a terminal and waits for its shell. It sets window.
open() {
  local class
  class=$(tools "$1")
  class=${class%% *}
  printf '%s\n' "PS1='\$ '" "tty >'$tmp/tty.new'; mv '$tmp/tty.new' '$tmp/tty'" >"$tmp/rc"
  # These can show all colors but do not say so.
  [[ $1 == mlterm || $1 == blocks ]] && echo 'export COLORTERM=truecolor' >>"$tmp/rc"
  rm -f "$tmp/tty"
  launch "$1"
  window=
  # The terminal's first window may be one that never shows.
  visible() { window=$(xdotool search --onlyvisible --class "$class" 2>/dev/null | tail -n 1) && [[ $window ]]; }
  if ! poll 60 visible || ! poll 60 test -e "$tmp/tty"; then
    echo "WRONG $1: no window with a shell in it"
    cat "$tmp/$1.log"
    exit 1
  fi
  xdotool mousemove 1790 1190
  focused() { xdotool windowfocus "$window" 2>/dev/null && [[ $(xdotool getwindowfocus -f) == "$window" ]]; }
  poll 60 focused || wrong "its window takes no keys"
  rest
  [[ $1 == tmux ]] || return 0
  # Its prompt may look like the one before, so that no change of the window tells when it has begun.
  enter "$(multiplexer new-session "'bash --noprofile --rcfile $tmp/rc -i'")"$'\n'
  attached() { [[ $(tmux -L "faithscope$$" list-clients 2>/dev/null) ]]; }
  poll 60 attached || wrong "tmux doesn't start"
  rest
}

multiplexer() { echo "tmux -L faithscope$$ -f $tmp/tmux.conf $*"; }

# shut ends the terminal, and with it what runs in it, and waits until its window
# is gone, which could be mistaken for that of the next terminal.
shut() {
  gone() { ! xwd -silent -id "$window" >/dev/null 2>&1; }
  kill "$terminal" 2>/dev/null || true
  wait "$terminal" 2>/dev/null || true
  poll 10 gone || true
}

# wrong prints what is wrong, and ends the checks in this terminal.
wrong() {
  echo "WRONG $terminal_name: $*"
  shot "$terminal_name-wrong" || true
  exit 1
}

# look sets seen to a checksum of the window's pixels.
look() { seen=$(xwd -silent -id "$window" 2>/dev/null | cksum); }

# rest waits until the window stays the same for half a second.
rest() {
  local before count=0 tries
  look
  for tries in $(seq 600); do
    before=$seen
    sleep 0.12
    look
    if [[ $seen == "$before" ]]; then ((++count)); else count=0; fi
    ((count < 4)) || return 0
  done
  wrong "the window never comes to rest"
}

changed() { look; [[ $seen != "$1" ]]; }

# answered ACTION… performs an action and waits until the window has answered it.
answered() {
  look
  local before=$seen
  "$@"
  poll 60 changed "$before" || wrong "no answer to: $*"
}

press() { xdotool key --window 0 "$1"; }
enter() { xdotool type --window 0 --delay 15 "$1"; }

# keys KEY… presses keys, each after the answer to the one before. '=text' types
# a text as it is.
keys() {
  local key
  for key in "$@"; do
    if [[ $key == =* ]]; then answered enter "${key#=}"; else answered press "$key"; fi
  done
  rest
}

# shot NAME keeps what the window shows.
shot() { xwd -silent -id "$window" | $convert xwd:- "$shots/$1.png"; }

# pixels NAME COLOR counts the pixels that are close to a color.
pixels() {
  $convert "$shots/$1.png" -alpha off -fuzz 2% -fill black +opaque "$2" -fill white -opaque "$2" \
    -format '%[fx:round(mean*w*h)]' info:
}

# differing A B counts the pixels in which two shots differ.
differing() {
  local count
  count=$(compare -metric AE "$shots/$1.png" "$shots/$2.png" null: 2>&1 || true)
  [[ $count =~ ^[0-9]+$ ]] && echo "$count" || echo 999999 # for shots that differ in size
}

# place NAME COLOR prints the smallest rectangle with all areas close to a color;
# pixels at the edges of letters are not areas.
place() {
  $convert "$shots/$1.png" -alpha off -fuzz 2% -fill black +opaque "$2" -fill white -opaque "$2" \
    -morphology Open Square:2 -format '%@' info:
}

# thick NAME RECTANGLE COLOR N counts the pixels close to a color, except lines of
# up to 2N pixels.
thick() {
  local thin=()
  (($4 == 0)) || thin=(-morphology Erode "Square:$4")
  $convert "$shots/$1.png" -alpha off -crop "$2" +repage -fuzz 6% -fill black +opaque "$3" -fill white -opaque "$3" \
    "${thin[@]}" -format '%[fx:round(mean*w*h)]' info:
}

# example NAME goes from the shell to the example of the demo that is checked, and
# keeps shots of the screens on the way.
example() {
  keys "=clear; $tmp/faithscope"$'\n'
  shot "$1-overview"
  keys j j j 2 slash =dev-1618-2 Return
  shot "$1-list"
  keys Return
  poll 20 has_picture "$1-example" || true
  rest
  shot "$1-example"
}

has_picture() { shot "$1"; (($(pixels "$1" "$grey") > 5000)); }

# redrawn NAME has the program redraw the whole screen, and waits until it looks as
# in a shot. It sets residue to the number of pixels that still differ. A mark written
# past the program shows when the redraw has begun.
redrawn() {
  local tty
  tty=$(<"$tmp/tty")
  marked() { printf '\e7\e[1;60H\e[7m  \e[m\e8' >"$tty"; }
  answered marked
  rest
  answered press ctrl+l
  becomes "$1" redrawn
}

# becomes NAME OTHER waits until the window looks as in a shot, and sets residue to
# the number of pixels that still differ.
becomes() {
  local end=$((SECONDS + 20))
  while rest; shot "$2"; residue=$(differing "$1" "$2"); [[ $residue != 0 ]] && ((SECONDS < end)); do :; done
  [[ $residue == 0 ]] && rm -f "$shots/$2.png"
  return 0
}
