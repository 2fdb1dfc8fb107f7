import argparse
parser = argparse.ArgumentParser()
parser.add_argument('--plot', help='draws what was measured')
